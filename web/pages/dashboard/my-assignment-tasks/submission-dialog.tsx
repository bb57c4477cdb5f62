import type { SyntheticEvent } from 'react';
import { type Assignment, type Submission, MAX_SUBMISSION_FILES } from '#contract/assignments.ts';
import { TEXT_LIMITS } from '#contract/text-limits.ts';
import { FilesField } from '#web/files/files-field.tsx';
import { DialogForm } from '#web/forms/dialog-form.tsx';
import { inMarks } from '#web/learning/in-marks.ts';
import { GradeComment, SubmittedWork } from '#web/learning/submitted-work.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { formatDeadline } from '#web/ui/format-date.ts';
import { TextArea } from '#web/ui/text-area.tsx';
import { useSubmissionFiles } from './use-submission-files.ts';
import { useSubmissionForm } from './use-submission-form.ts';

interface SubmissionDialogProps {
  classId: string;
  assignment: Assignment;
  submission: Submission | null;
  isLate: boolean;
  onClose: () => void;
}

const HINT = 'PDF, ZIP, office documents, text or pictures.';

/** What was stored while the dialog was open. */
const Stored = ({ submission, outOf }: { submission: Submission; outOf: number }) => (
  <section className="grid gap-2 rounded-field bg-base-200 p-4" aria-label="Your earlier work">
    <SubmittedWork {...submission} />
    {submission.marks !== null && (
      <>
        <p className="font-bold">
          {submission.marks} of {inMarks(outOf)}
        </p>
        <GradeComment comment={submission.comment} />
      </>
    )}
  </section>
);

interface RulesProps {
  assignment: Assignment;
  /** Whether the earlier work was graded. */
  isGraded: boolean;
  isLate: boolean;
}

/** What submitting now means for the deadline and for marks that were given. */
const Rules = ({ assignment, isGraded, isLate }: RulesProps) => (
  <p className="muted text-sm">
    {isGraded &&
      `You need at least ${inMarks(assignment.passMarks)} to pass. The new submission replaces the graded one. `}
    {isLate
      ? `The deadline was ${formatDeadline(assignment.dueAt)}. Your submission will be marked late, and you can’t replace it.`
      : `Submit by ${formatDeadline(assignment.dueAt)}. Until then, you can replace your submission.`}
  </p>
);

/**
 * Submits a text, a link, files, or a combination of them. If the earlier work is graded or replaced elsewhere in the
 * meantime, that is shown before it is replaced.
 */
export const SubmissionDialog = ({
  classId,
  assignment,
  submission,
  isLate,
  onClose,
}: SubmissionDialogProps) => {
  const files = useSubmissionFiles(submission);
  const { seen, unseen, register, errors, setValue, isSubmitting, isDirty, failure, onSubmit } =
    useSubmissionForm(classId, submission, onClose);

  const submit = (event: SyntheticEvent) => {
    if (files.problem) {
      event.preventDefault();
      files.refuse();
      return;
    }
    setValue('files', files.uploads.ids);
    onSubmit(event);
  };

  return (
    <Dialog title={assignment.title} onClose={onClose}>
      <DialogForm
        action="Submit"
        busy={isSubmitting}
        isDirty={isDirty || files.isChanged}
        failure={failure}
        onSubmit={submit}
      >
        <Rules assignment={assignment} isGraded={seen?.marks != null} isLate={isLate} />
        {unseen && <Stored submission={unseen} outOf={assignment.marks} />}
        <TextArea
          label="Text"
          rows={6}
          maxLength={TEXT_LIMITS.submission}
          error={errors.text?.message}
          {...register('text')}
        />
        <Field
          label="Link"
          type="url"
          placeholder="https://"
          error={errors.link?.message}
          {...register('link')}
        />
        <FilesField
          uploads={files.uploads}
          purpose="document"
          max={MAX_SUBMISSION_FILES}
          hint={HINT}
          error={files.shownProblem ?? errors.files?.message}
        />
      </DialogForm>
    </Dialog>
  );
};
