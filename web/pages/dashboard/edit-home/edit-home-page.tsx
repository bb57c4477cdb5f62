import { useQuery } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import type { CallToAction, Partner, Slide } from '#contract/home-content.ts';
import { siteSettingsQuery } from '#web/calls/site-settings.ts';
import { HomeSymbol } from '#web/home/home-symbol.tsx';
import { PageMeta } from '#web/meta/page-meta.tsx';
import { PATHS } from '#web/paths.ts';
import { Link } from '#web/routing/link.tsx';
import { ListSkeleton } from '#web/ui/list-skeleton.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { CallForm } from './call-form.tsx';
import { EditableList } from './editable-list.tsx';
import { PartnerForm } from './partner-form.tsx';
import { ServiceForm } from './service-form.tsx';
import { SlideForm } from './slide-form.tsx';
import { UserCountForm } from './user-count-form.tsx';

const slidePicture = ({ picture }: Slide | CallToAction) => (
  <img
    src={picture}
    alt=""
    loading="lazy"
    className="h-12 w-24 rounded-field bg-base-300 object-cover object-[75%_50%]"
  />
);

const symbolOf = ({ symbol, picture }: Pick<Partner, 'symbol' | 'picture'>) => (
  <span className="grid size-12 place-items-center overflow-hidden rounded-field bg-base-200 text-primary">
    <HomeSymbol
      symbol={symbol}
      picture={picture}
      symbolClass="size-6"
      pictureClass="size-12 object-contain"
    />
  </span>
);

export const Component = () => {
  const { data: settings, isError, refetch } = useQuery(siteSettingsQuery);
  return (
    <div className="grid gap-6">
      <PageMeta title="Home Page" />
      <div>
        <h1>Home Page</h1>
        <p className="muted mt-1">
          Every change is saved and shown to visitors at once.{' '}
          <Link to={PATHS.home} className="link font-semibold text-primary">
            Open the home page <ExternalLink className="inline size-4" aria-hidden="true" />
          </Link>
        </p>
      </div>
      {isError && !settings && (
        <LoadError title="The settings could not be loaded" onRetry={() => void refetch()} />
      )}
      {!isError && !settings && <ListSkeleton />}
      {settings && (
        <>
          <EditableList
            part="slides"
            title="Slides"
            hint="At the top of the page. At least one, at most eight."
            noun="slide"
            settings={settings}
            nameOf={({ headline, description }) => headline || description}
            pictureOf={slidePicture}
            Form={SlideForm}
          />
          <EditableList
            part="partners"
            title="Partners"
            hint="Four are shown at a time. Without partners, the section is hidden."
            noun="partner"
            settings={settings}
            nameOf={({ name }) => name}
            pictureOf={symbolOf}
            Form={PartnerForm}
          />
          <EditableList
            part="calls"
            title="Calls to action"
            hint="The first appears above the statistics, the second below them. At most two."
            noun="call to action"
            plural="calls to action"
            settings={settings}
            nameOf={({ title }) => title}
            pictureOf={slidePicture}
            Form={CallForm}
          />
          <EditableList
            part="services"
            title="Services"
            hint="Without services, the section is hidden."
            noun="service"
            settings={settings}
            nameOf={({ title }) => title}
            pictureOf={symbolOf}
            Form={ServiceForm}
          />
          <UserCountForm settings={settings} />
        </>
      )}
    </div>
  );
};
