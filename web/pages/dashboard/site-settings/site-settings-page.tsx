import { useQuery } from '@tanstack/react-query';
import { siteSettingsQuery } from '#web/calls/site-settings.ts';
import { PageMeta } from '#web/meta/page-meta.tsx';
import { formatMoment } from '#web/ui/format-date.ts';
import { ListSkeleton } from '#web/ui/list-skeleton.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { BrandForm } from './brand-form.tsx';
import { ContactForm } from './contact-form.tsx';
import { SellerForm } from './seller-form.tsx';
import { SkillsForm } from './skills-form.tsx';

export const Component = () => {
  const { data, isError, refetch } = useQuery(siteSettingsQuery);
  return (
    <div className="grid gap-6">
      <PageMeta title="Site Settings" />
      <div>
        <h1>Site Settings</h1>
        <p className="muted mt-1">
          Changes take effect immediately, on every page and in every email.
          {data?.updatedAt && ` Last changed ${formatMoment(data.updatedAt)}.`}
        </p>
      </div>
      {isError && !data && (
        <LoadError title="The settings could not be loaded" onRetry={() => void refetch()} />
      )}
      {!isError && !data && <ListSkeleton />}
      {data && <BrandForm settings={data} />}
      {data && <ContactForm settings={data} />}
      {data && <SellerForm settings={data} />}
      {data && <SkillsForm settings={data} />}
    </div>
  );
};
