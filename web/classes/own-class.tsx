import { useQuery } from '@tanstack/react-query';
import { Lock, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Class } from '#contract/classes.ts';
import { classQuery } from '#web/calls/classes.ts';
import { isMissing } from '#web/calls/client/api-error.ts';
import { PATHS } from '#web/paths.ts';
import { Link } from '#web/routing/link.tsx';
import { useParams } from '#web/routing/screens.tsx';
import { useSignedInUser } from '#web/session/session-context.ts';
import { LoadError } from '#web/ui/load-error.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { PendingPage } from '#web/ui/page-spinner.tsx';

const BackToOwn = () => (
  <Link to={PATHS.myAddedClass} className="btn btn-primary">
    View my classes
  </Link>
);

interface OwnClassProps {
  /** The heading of the page until the class has loaded. */
  heading: string;
  /** Whether the screen also opens for a class that the teacher has deleted. Default: no. */
  evenDeleted?: boolean;
  children: (own: Class) => ReactNode;
}

/** Renders the class of the URL if it belongs to the signed-in teacher, otherwise an error. */
export const OwnClass = ({ heading, evenDeleted = false, children }: OwnClassProps) => {
  const { id = '' } = useParams();
  const { email } = useSignedInUser();
  const { data, error, isPending, refetch } = useQuery(classQuery(id));
  if (isPending) return <PendingPage heading={heading} />;
  const isGone = data?.deleted && !evenDeleted;
  if (data?.email === email && !isGone) return children(data);
  if (data && !isGone) {
    return (
      <Notice icon={<Lock />} title="This class belongs to another teacher" heading="h1" role="alert">
        <BackToOwn />
      </Notice>
    );
  }
  if (isGone || (error && isMissing(error))) {
    return (
      <Notice icon={<SearchX />} title="No class details found." heading="h1" role="alert">
        <BackToOwn />
      </Notice>
    );
  }
  return <LoadError heading="h1" title="The class could not be loaded" onRetry={() => void refetch()} />;
};
