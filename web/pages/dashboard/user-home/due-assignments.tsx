import type { Enrollment } from '#contract/enrollments.ts';
import { PATHS } from '#web/paths.ts';
import { Link } from '#web/routing/link.tsx';
import { formatDeadline } from '#web/ui/format-date.ts';
import { HomePanel } from './home-panel.tsx';

/** The maximum number of assignments. */
const SHOWN = 3;

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

/** The student's assignments to submit. Nothing if there are none. */
export const DueAssignments = ({ enrollments }: { enrollments: Enrollment[] }) => {
  const due = dueOf(enrollments).slice(0, SHOWN);
  if (due.length === 0) return null;
  return (
    <HomePanel title="Assignments to submit">
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
    </HomePanel>
  );
};
