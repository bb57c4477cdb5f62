import type { ClassStudent } from '#contract/class-students.ts';
import type { Class } from '#contract/classes.ts';
import { Marks } from '#web/learning/marks.tsx';
import { PATHS } from '#web/paths.ts';
import { Link } from '#web/routing/link.tsx';

interface StudentMarksProps {
  own: Class;
  student: ClassStudent;
}

/** The marks of a student, or a link to the work that is to be graded. */
export const StudentMarks = ({
  own: { _id, assignments: assignment },
  student: { name, marks, hasSubmitted },
}: StudentMarksProps) => {
  if (!assignment) return 'No assignment';
  if (marks !== null) return <Marks marks={marks} assignment={assignment} />;
  if (!hasSubmitted) return <span className="muted">Not submitted</span>;
  return (
    <Link
      to={`${PATHS.classTask(_id)}?marked=no`}
      className="link inline-flex min-h-6 items-center"
      aria-label={`To grade: ${name}`}
    >
      To grade
    </Link>
  );
};
