import type { Assignment } from '#contract/assignments.ts';
import { inMarks } from '#web/learning/in-marks.ts';
import { formatDeadline } from '#web/ui/format-date.ts';

/** The marks, the deadline and the pass mark of an assignment. */
export const AssignmentTerms = ({ marks, passMarks, dueAt }: Assignment) => (
  <p className="muted text-sm">
    {inMarks(marks)} · due {formatDeadline(dueAt)} · {passMarks} to pass
  </p>
);
