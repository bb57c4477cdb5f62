import type { Assignment } from '#contract/assignments.ts';

interface MarksProps {
  marks: number;
  assignment: Pick<Assignment, 'marks' | 'passMarks'>;
}

/** The marks of a student as their teacher sees them. */
export const Marks = ({ marks, assignment }: MarksProps) => (
  <>
    {marks} / {assignment.marks}
    {marks < assignment.passMarks && <span className="muted">, not passed</span>}
  </>
);
