import { useQuery } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { Link, useParams } from 'react-router';
import type { Class } from '#contract/classes.ts';
import { ApiError } from '#web/calls/api-error.ts';
import { classQuery } from '#web/calls/classes.ts';
import { PATHS } from '#web/paths.ts';
import { LoadError } from '#web/ui/load-error.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { PageSpinner } from '#web/ui/page-spinner.tsx';
import { useTitle } from '#web/ui/use-title.ts';
import { ClassOffer } from './class-offer.tsx';

/** A class that does not exist, was withdrawn, or whose address was mistyped. */
const isMissing = (error: Error): boolean => error instanceof ApiError && [400, 404].includes(error.status);

const Details = ({ offer }: { offer: Class }) => {
  useTitle(offer.title);
  return <ClassOffer offer={offer} />;
};

export const Component = () => {
  const { id = '' } = useParams();
  const { data, error, isPending, refetch } = useQuery(classQuery(id));
  if (isPending) return <PageSpinner />;
  if (data) return <Details offer={data} />;
  return (
    <div className="page">
      {isMissing(error) ? (
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
