import { CloudOff, Lock, SearchX } from 'lucide-react';
import type { ApiError } from '#web/calls/client/api-error.ts';
import { ORIGIN_PARAMETER, PATHS } from '#web/paths.ts';
import { Link } from '#web/routing/link.tsx';
import { Notice } from '#web/ui/notice.tsx';

/** Shown if the viewer has to log in or enroll to see the lesson, or if it does not exist. */
export const Refused = ({ id, error }: { id: string; error: ApiError }) => {
  if (error.status === 401)
    return (
      <Notice icon={<Lock />} title="Log in to see this lesson" heading="h1" role="alert">
        <Link
          to={`${PATHS.login}?${ORIGIN_PARAMETER}=${encodeURIComponent(PATHS.lesson(id))}`}
          className="btn btn-primary"
        >
          Log in
        </Link>
      </Notice>
    );
  const isLocked = error.status === 403;
  return (
    <Notice
      icon={isLocked ? <Lock /> : <SearchX />}
      title={isLocked ? 'Enroll in the class to see this lesson' : 'This lesson was not found'}
      heading="h1"
      role="alert"
    >
      <Link to={PATHS.allClasses} className="btn btn-primary">
        See all classes
      </Link>
    </Notice>
  );
};

/** A lesson that opens by itself once the browser is online again. */
export const Offline = () => (
  <div className="page">
    <Notice icon={<CloudOff />} title="You’re offline" heading="h1" role="status">
      <p className="muted">The lesson opens as soon as you’re online again. Your progress is kept.</p>
    </Notice>
  </div>
);
