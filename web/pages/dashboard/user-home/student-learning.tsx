import { BookOpen } from 'lucide-react';
import type { Enrollment } from '#contract/enrollments.ts';
import { CertificateLine } from '#web/certificates/certificate-line.tsx';
import { ProgressLine } from '#web/learning/progress-line.tsx';
import { ResumeLink } from '#web/learning/resume-link.tsx';
import { PATHS } from '#web/paths.ts';
import { Link } from '#web/routing/link.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { HomePanel } from './home-panel.tsx';

/** The maximum number of classes. The list of enrollments has all of them. */
const SHOWN = 3;

const isUnfinished = ({ learning }: Enrollment): boolean =>
  learning !== undefined && learning.done < learning.lessons;

const LearningItem = ({ enrollment }: { enrollment: Enrollment }) => {
  const { myClass, learning } = enrollment;
  return (
    <li className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 dir="auto" className="min-w-0 font-bold wrap-anywhere">
          {myClass.title}
        </h3>
        {learning && <ResumeLink lesson={learning.resume} done={learning.done} of={learning.lessons} />}
      </div>
      {learning && <ProgressLine done={learning.done} of={learning.lessons} />}
      <CertificateLine enrollment={enrollment} />
    </li>
  );
};

const NoClasses = () => (
  <Notice icon={<BookOpen />} title="You haven’t enrolled in any classes yet.">
    <Link to={PATHS.allClasses} className="btn btn-primary">
      Find a class
    </Link>
  </Notice>
);

/** The student's unfinished classes, or a link to all classes if they have none. */
export const StudentLearning = ({ enrollments }: { enrollments: Enrollment[] }) => {
  const unfinished = enrollments.filter(isUnfinished).slice(0, SHOWN);
  if (enrollments.length === 0) return <NoClasses />;
  return (
    <>
      <p className="muted text-lg">
        You’re enrolled in {enrollments.length} {enrollments.length === 1 ? 'class' : 'classes'}.
      </p>
      {unfinished.length > 0 && (
        <HomePanel title="Continue learning">
          <ul className="grid gap-6">
            {unfinished.map((enrollment) => (
              <LearningItem key={enrollment._id} enrollment={enrollment} />
            ))}
          </ul>
        </HomePanel>
      )}
    </>
  );
};
