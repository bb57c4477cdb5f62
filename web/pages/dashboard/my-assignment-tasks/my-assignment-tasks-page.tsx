import { useQuery } from '@tanstack/react-query';
import { ClipboardList, SearchX } from 'lucide-react';
import { useState } from 'react';
import type { AssignmentState } from '#contract/certificates.ts';
import type { Class } from '#contract/classes.ts';
import type { Enrollment } from '#contract/enrollments.ts';
import { ownSubmissionQuery } from '#web/calls/assignments.ts';
import { enrollmentsQuery } from '#web/calls/enrollments.ts';
import { CertificateLine } from '#web/certificates/certificate-line.tsx';
import { StartDate } from '#web/classes/start-date.tsx';
import { LinkedPart } from '#web/layout/linked-part.ts';
import { PATHS } from '#web/paths.ts';
import { Link } from '#web/routing/link.tsx';
import { useSearchParams } from '#web/routing/router-context.ts';
import { useLocation, useParams } from '#web/routing/screens.tsx';
import { useSignedInUser } from '#web/session/session-context.ts';
import { LoadError } from '#web/ui/load-error.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { PageSpinner, PendingPage } from '#web/ui/page-spinner.tsx';
import { PageMeta } from '#web/meta/page-meta.tsx';
import { Announcements } from './announcements.tsx';
import { AssignmentTable } from './assignment-table.tsx';
import { FeedbackDialog } from './feedback-dialog.tsx';
import { Lessons } from './lessons.tsx';

/** The current enrollment. Until it is loaded, the one in the navigation state is shown. */
const useEnrollment = () => {
  const { id } = useParams();
  const { enrollment } = (useLocation().state as { enrollment?: Enrollment } | null) ?? {};
  const { email } = useSignedInUser();
  const { data, isPending, refetch } = useQuery(enrollmentsQuery(email));
  const found = data?.find(({ _id, myClass }) => myClass._id === id || _id === id);
  return { found: data ? found : enrollment, isLoaded: data !== undefined, isPending, refetch };
};

interface WorkProps {
  myClass: Class;
  status: AssignmentState | undefined;
}

const Work = ({ myClass, status }: WorkProps) => {
  const { data, isPending, refetch } = useQuery(ownSubmissionQuery(myClass._id));
  if (!myClass.assignments) {
    return (
      <Notice icon={<ClipboardList />} title="Assignment is not arrived yet" role="status">
        <p className="muted">Your teacher hasn’t set an assignment yet. It will appear here.</p>
      </Notice>
    );
  }
  if (isPending) return <PageSpinner />;
  if (data === undefined) {
    return <LoadError title="The assignment could not be loaded" onRetry={() => void refetch()} />;
  }
  return (
    <AssignmentTable
      classId={myClass._id}
      assignment={myClass.assignments}
      submission={data}
      status={status}
    />
  );
};

interface TasksProps {
  enrollment: Enrollment;
  /** Whether the student's feedback is open at first. */
  isLinked: boolean;
}

const Tasks = ({ enrollment, isLinked }: TasksProps) => {
  const { myClass, learning } = enrollment;
  const [givingFeedback, setGivingFeedback] = useState(isLinked);
  return (
    <div className="grid grid-cols-1 gap-6">
      <PageMeta title={`Assignment: ${myClass.title}`} />
      <div className="flex flex-wrap items-start justify-between gap-3">
        <header className="grid min-w-0 gap-1">
          <h1 dir="auto">{myClass.title}</h1>
          <p className="muted">
            Instructor: <bdi>{myClass.name}</bdi>
          </p>
        </header>
        <button type="button" className="btn btn-outline" onClick={() => setGivingFeedback(true)}>
          Feedback Us
        </button>
      </div>
      <StartDate of={myClass} />
      <CertificateLine enrollment={enrollment} isBesideWork />
      {learning ? (
        <Lessons classId={myClass._id} />
      ) : (
        <p className="muted">Your teacher hasn’t published any lessons yet.</p>
      )}
      <h2 id="assignment">Assignment</h2>
      <Work myClass={myClass} status={enrollment.certificate?.assignment} />
      <Announcements classId={myClass._id} />
      <LinkedPart />
      {givingFeedback && <FeedbackDialog myClass={myClass} onClose={() => setGivingFeedback(false)} />}
    </div>
  );
};

export const Component = () => {
  const { found, isLoaded, isPending, refetch } = useEnrollment();
  // A notification of a reply links to the student's feedback, from this screen, too, and each time it is followed.
  const { key } = useLocation();
  const isLinked = useSearchParams()[0].has('feedback');
  if (found) return <Tasks key={isLinked ? key : 'not linked'} enrollment={found} isLinked={isLinked} />;
  if (isPending) return <PendingPage heading="Assignment" />;
  if (!isLoaded) {
    return <LoadError heading="h1" title="Your class could not be loaded" onRetry={() => void refetch()} />;
  }
  return (
    <Notice icon={<SearchX />} title="You’re not enrolled in this class" heading="h1" role="alert">
      <Link to={PATHS.myEnrollments} className="btn btn-primary">
        Go to my classes
      </Link>
    </Notice>
  );
};
