import { useQuery } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import type { Params } from 'react-router';
import type { Class } from '#contract/classes.ts';
import { isId } from '#contract/id.ts';
import { classQuery } from '#web/calls/classes.ts';
import { isMissing } from '#web/calls/client/api-error.ts';
import { ratingSummaryQuery } from '#web/calls/feedback.ts';
import { PageMeta } from '#web/meta/page-meta.tsx';
import { PATHS } from '#web/paths.ts';
import type { PageHandle } from '#web/rendering/page-handle.ts';
import { Link } from '#web/routing/link.tsx';
import { useParams } from '#web/routing/screens.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { PendingPage } from '#web/ui/page-spinner.tsx';
import { truncate } from '#web/ui/truncate.ts';
import { ClassOffer } from './class-offer.tsx';
import { loadActions, loadCourse, loadOthers } from './deferred-parts.tsx';
import { offerFeedbackQuery, offerSearch } from './offer-feedback.tsx';

/** Search engines show about so many characters of a description. */
const DESCRIPTION_LENGTH = 155;

/** Ids are compared without regard to case. */
const idOf = ({ id = '' }: Params): string => id.toLowerCase();

export const handle: PageHandle = {
  isClassPage: true,
  address: ({ params, search }) =>
    isId(params.id) ? `${PATHS.classDetail(idOf(params))}${offerSearch(search)}` : undefined,
  prefetch: async ({ params, search, load }) => {
    const id = idOf(params);
    const offer = await load(classQuery(id));
    if (!offer) return;
    await Promise.all([
      loadActions(),
      loadCourse().then(({ courseQuery }) => load(courseQuery(id))),
      load(ratingSummaryQuery(id)),
      load(offerFeedbackQuery(id, search)),
      loadOthers().then(({ prefetchOthers }) => prefetchOthers(offer, load)),
    ]);
  },
};

const Details = ({ offer }: { offer: Class }) => (
  <>
    <PageMeta
      title={offer.title}
      description={truncate(offer.description, DESCRIPTION_LENGTH)}
      image={offer.image}
    />
    <ClassOffer offer={offer} />
  </>
);

export const Component = () => {
  const id = idOf(useParams());
  const { data, error, isPending, isFetching, refetch } = useQuery({
    ...classQuery(id),
    retryOnMount: false,
  });
  // A class keeps nothing of the one before, such as the reason why the user was not enrolled.
  if (data) return <Details key={data._id} offer={data} />;
  return (
    <div className="page">
      {isPending || (isFetching && isMissing(error)) ? (
        <PendingPage heading="Class" />
      ) : isMissing(error) ? (
        <Notice icon={<SearchX />} title="No class details found." heading="h1" role="alert">
          <Link to={PATHS.allClasses} className="btn btn-primary">
            See all classes
          </Link>
        </Notice>
      ) : (
        <LoadError heading="h1" title={`Error: ${error.message}`} onRetry={() => void refetch()} />
      )}
    </div>
  );
};
