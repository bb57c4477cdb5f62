import { useQuery } from '@tanstack/react-query';
import { BookOpen } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import type { Enrollment } from '#contract/enrollments.ts';
import { enrollmentsQuery } from '#web/calls/enrollments.ts';
import { CertificateLine } from '#web/certificates/certificate-line.tsx';
import { ProgressLine } from '#web/learning/progress-line.tsx';
import { ResumeLink } from '#web/learning/resume-link.tsx';
import { useUnsavedProgress } from '#web/learning/use-unsaved-progress.ts';
import { PATHS } from '#web/paths.ts';
import { Link } from '#web/routing/link.tsx';
import { useSignedInUser } from '#web/session/session-context.ts';
import { formatDeadline } from '#web/ui/format-date.ts';
import { LoadError } from '#web/ui/load-error.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { PanelSkeleton } from '#web/ui/panel-skeleton.tsx';

/** The maximum number of classes and of assignments. The list of enrollments has all of them. */
const SHOWN = 3;

const isUnfinished = ({ learning }: Enrollment): boolean =>
  learning !== undefined && learning.done < learning.lessons;

/** Enrollments whose assignment is to be submitted, or again, the nearest deadline first and passed deadlines last. */
const dueOf = (enrollments: Enrollment[]) => {
  const now = Date.now();
  return enrollments
    .flatMap(({ myClass, certificate }) => {
      const { assignments: assignment } = myClass;
      const hasFailed = certificate?.assignment === 'failed';
      if (!assignment || !(hasFailed || certificate?.assignment === 'to submit')) return [];
      return [{ myClass, assignment, hasFailed, isOver: Date.parse(assignment.dueAt) <= now }];
    })
    .sort((one, other) =>
      one.isOver === other.isOver
        ? Date.parse(one.assignment.dueAt) - Date.parse(other.assignment.dueAt)
        : Number(one.isOver) - Number(other.isOver),
    );
};

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

const Due = ({ due }: { due: ReturnType<typeof dueOf> }) => {
  const heading = useId();
  return (
    <section className="panel grid content-start gap-4 p-6" aria-labelledby={heading}>
      <h2 id={heading} className="text-lg">
        Assignments to submit
      </h2>
      <ul className="grid gap-3">
        {due.map(({ myClass, assignment, hasFailed, isOver }) => (
          <li key={myClass._id} className="grid">
            <Link to={PATHS.assignments(myClass._id)} dir="auto" className="link font-semibold wrap-anywhere">
              {assignment.title}
            </Link>
            <span className="muted text-sm wrap-anywhere">
              <bdi>{myClass.title}</bdi> · {hasFailed && 'not passed, submit again · '}
              {isOver ? 'the deadline was' : 'due'} {formatDeadline(assignment.dueAt)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
};

const Learning = ({ enrollments }: { enrollments: Enrollment[] }) => {
  const heading = useId();
  const unfinished = enrollments.filter(isUnfinished).slice(0, SHOWN);
  const due = dueOf(enrollments).slice(0, SHOWN);
  return (
    <div className="grid gap-8">
      <p className="muted text-lg">
        You’re enrolled in {enrollments.length} {enrollments.length === 1 ? 'class' : 'classes'}.
      </p>
      {unfinished.length > 0 && (
        <section className="panel grid gap-6 p-6" aria-labelledby={heading}>
          <h2 id={heading} className="text-lg">
            Continue learning
          </h2>
          <ul className="grid gap-6">
            {unfinished.map((enrollment) => (
              <LearningItem key={enrollment._id} enrollment={enrollment} />
            ))}
          </ul>
        </section>
      )}
      {due.length > 0 && <Due due={due} />}
    </div>
  );
};

const NoClasses = () => (
  <Notice icon={<BookOpen />} title="You haven’t enrolled in any classes yet.">
    <Link to={PATHS.allClasses} className="btn btn-primary">
      Find a class
    </Link>
  </Notice>
);

/**
 * The student's unfinished classes and open assignments, followed by what they would otherwise push down. A student
 * without classes only sees a link to all classes.
 */
export const StudentLearning = ({ children }: { children: ReactNode }) => {
  const { email } = useSignedInUser();
  const { data, isPending, refetch } = useQuery(enrollmentsQuery(email));
  useUnsavedProgress(email);
  if (isPending) return <PanelSkeleton />;
  if (data?.length === 0) return <NoClasses />;
  return (
    <>
      {data ? (
        <Learning enrollments={data} />
      ) : (
        <LoadError title="Your classes could not be loaded" onRetry={() => void refetch()} />
      )}
      {children}
    </>
  );
};
