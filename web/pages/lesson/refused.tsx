import { useQuery } from '@tanstack/react-query';
import { CloudOff, Lock, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ApiError } from '#web/calls/client/api-error.ts';
import { hasEnrollmentsQuery } from '#web/calls/enrollments.ts';
import { ORIGIN_PARAMETER, PATHS } from '#web/paths.ts';
import { Link } from '#web/routing/link.tsx';
import { useSession } from '#web/session/session-context.ts';
import { Notice } from '#web/ui/notice.tsx';

const AllClasses = () => (
  <Link to={PATHS.allClasses} className="btn btn-primary">
    See all classes
  </Link>
);

interface LockedProps {
  title: string;
  /** The class of the lesson, if it is known. */
  offer: ApiError['classOfLesson'];
  /** The next step, if it is not the class. */
  children?: ReactNode;
}

/** A lesson that enrolling in its class opens. */
const Locked = ({ title, offer, children }: LockedProps) => (
  <Notice icon={<Lock />} title={title} heading="h1" role="alert">
    {offer && (
      <p className="muted max-w-full wrap-anywhere">
        It is part of the class “<bdi>{offer.title}</bdi>”.
      </p>
    )}
    <div className="flex flex-wrap justify-center gap-3">
      {children}
      {offer && (
        <Link to={PATHS.classDetail(offer._id)} className={`btn ${children ? 'btn-outline' : 'btn-primary'}`}>
          See the class
        </Link>
      )}
      {!offer && !children && <AllClasses />}
    </div>
  </Notice>
);

/** A lesson that does not exist, or that its class no longer shows. Students find what is left under their enrollments. */
const Missing = () => {
  const { user } = useSession();
  const { data: isStudent, isLoading } = useQuery({
    ...hasEnrollmentsQuery(user?.email ?? ''),
    enabled: user !== null,
  });
  return (
    <Notice icon={<SearchX />} title="This lesson was not found" heading="h1" role="alert">
      {isStudent ? (
        <>
          <p className="muted">
            Its teacher may have removed it. Your other lessons are still in your classes.
          </p>
          <Link to={PATHS.myEnrollments} className="btn btn-primary">
            See your classes
          </Link>
        </>
      ) : (
        !isLoading && <AllClasses />
      )}
    </Notice>
  );
};

/** Shown if the viewer has to log in or enroll to see the lesson, or if it does not exist. */
export const Refused = ({ id, error }: { id: string; error: ApiError }) => {
  const { status, classOfLesson: offer } = error;
  if (status === 403) return <Locked title="Enroll in the class to see this lesson" offer={offer} />;
  if (status !== 401) return <Missing />;
  return (
    <Locked title="Log in to see this lesson" offer={offer}>
      <Link
        to={`${PATHS.login}?${ORIGIN_PARAMETER}=${encodeURIComponent(PATHS.lesson(id))}`}
        className="btn btn-primary"
      >
        Log in
      </Link>
    </Locked>
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
