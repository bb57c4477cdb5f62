import { useQueryClient } from '@tanstack/react-query';
import { type SyntheticEvent, useRef, useState } from 'react';
import { type Assignment, gradeFormSchema, type GradeInput, type Submission } from '#contract/assignments.ts';
import { TEXT_LIMITS } from '#contract/text-limits.ts';
import { assignmentKeys, gradeSubmission } from '#web/calls/assignments.ts';
import { storedInConflict } from '#web/calls/client/edit-conflict.ts';
import { DialogForm } from '#web/forms/dialog-form.tsx';
import { isSecondAction } from '#web/forms/second-action.ts';
import { useCallForm } from '#web/forms/use-call-form.ts';
import { useCloseWhileOpen } from '#web/forms/use-close-while-open.ts';
import { useUnconfirmed } from '#web/forms/use-unconfirmed.ts';
import { Marks } from '#web/learning/marks.tsx';
import { EarlierAttempt, GradeComment, SubmittedWork } from '#web/learning/submitted-work.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { showToast } from '#web/ui/toast.ts';

interface GradeDialogProps {
  submission: Submission;
  assignment: Assignment;
  /** Finds the submission to grade after this one. Absent: there is no other one. */
  findNext?: (current: Submission) => Promise<Submission | undefined>;
  /** @param next the submission to grade now */
  onClose: (next?: Submission) => void;
}

const REPLACED =
  'The student has replaced this submission. The new one is shown above. Your marks and comment have not been saved yet.';

const GRADED =
  'This work has been graded elsewhere in the meantime, as shown above. Saving again replaces those marks.';

/** What a teacher sends, and the work that it is about. */
const contentOf = ({ marks, comment, submittedAt }: Submission) => ({ marks, comment, submittedAt });

/** The marks and the comment that were stored while the dialog was open. */
const Graded = ({ marks, comment, assignment }: Submission & { assignment: Assignment }) => (
  <div className="grid gap-1">
    <p>
      Graded with <Marks marks={marks!} assignment={assignment} />
    </p>
    <GradeComment comment={comment} />
  </div>
);

/**
 * Shows a submission and lets the teacher grade it. If the student replaces it in the meantime, or somebody grades it
 * elsewhere, that is shown before it is graded.
 */
export const GradeDialog = ({ submission, assignment, findNext, onClose }: GradeDialogProps) => {
  const queryClient = useQueryClient();
  const close = useCloseWhileOpen(onClose);
  const [shown, setShown] = useState(submission);
  const unconfirmed = useUnconfirmed<ReturnType<typeof contentOf>>();
  const goesOn = useRef(false);
  const goOn = async () => {
    try {
      const next = await findNext!(submission);
      close(next);
      void showToast(next ? 'Marks saved' : 'Marks saved. All submissions are graded.');
    } catch {
      close();
      void showToast('Marks saved, but the next submission could not be loaded.', 'failure');
    }
  };
  const { register, errors, isSubmitting, isDirty, failure, onSubmit } = useCallForm<GradeInput>({
    schema: gradeFormSchema(assignment.marks),
    defaultValues: { marks: submission.marks ?? undefined, comment: submission.comment },
    onSend: async (input) => {
      const reload = () => queryClient.invalidateQueries({ queryKey: assignmentKeys.all });
      const { marks, comment = '' } = input;
      const { submittedAt } = shown;
      try {
        await unconfirmed.change({
          content: { marks, comment, submittedAt },
          seen: shown,
          contentOf,
          write: ({ markedAt }) => gradeSubmission(shown._id, { ...input, submittedAt, markedAt }),
        });
      } catch (error) {
        const current = storedInConflict(error);
        if (!current) throw error;
        const present = current as Submission;
        setShown(present);
        void reload();
        throw new Error(present.submittedAt === submittedAt ? GRADED : REPLACED, { cause: error });
      }
      await reload();
      if (goesOn.current) return goOn();
      close();
      void showToast('Marks saved');
    },
  });
  const submit = (event: SyntheticEvent) => {
    goesOn.current = isSecondAction(event);
    onSubmit(event);
  };

  return (
    <Dialog title={`Submission by ${submission.student.name}`} onClose={() => onClose()}>
      <DialogForm
        action="Save marks"
        secondAction={findNext && 'Save and next'}
        busy={isSubmitting}
        isDirty={isDirty}
        failure={failure}
        onSubmit={submit}
      >
        <div className="grid gap-2 rounded-field bg-base-200 p-4">
          <SubmittedWork {...shown} />
          <EarlierAttempt {...shown} />
        </div>
        {shown.markedAt !== submission.markedAt && shown.marks !== null && (
          <Graded {...shown} assignment={assignment} />
        )}
        <Field
          label={`Marks out of ${assignment.marks}`}
          hint={`${assignment.passMarks} to pass`}
          type="number"
          inputMode="numeric"
          min={0}
          max={assignment.marks}
          error={errors.marks?.message}
          {...register('marks', { valueAsNumber: true })}
        />
        <TextArea
          label="Comment (optional)"
          rows={4}
          maxLength={TEXT_LIMITS.comment}
          error={errors.comment?.message}
          {...register('comment')}
        />
      </DialogForm>
    </Dialog>
  );
};
