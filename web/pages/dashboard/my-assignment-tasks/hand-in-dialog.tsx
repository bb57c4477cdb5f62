import { useQueryClient } from '@tanstack/react-query';
import {
  type Assignment,
  type Submission,
  type SubmissionInput,
  submissionInputSchema,
} from '#contract/assignments.ts';
import { TEXT_LIMITS } from '#contract/constants.ts';
import { assignmentKeys, submitAssignment } from '#web/calls/assignments.ts';
import { useCallForm } from '#web/forms/use-call-form.ts';
import { Dialog, DialogActions } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormError } from '#web/ui/form-error.tsx';
import { formatDate } from '#web/ui/format-date.ts';
import { TextArea } from '#web/ui/text-area.tsx';
import { showToast } from '#web/ui/toast.ts';

interface HandInDialogProps {
  classId: string;
  assignment: Assignment;
  submission: Submission | null;
  isLate: boolean;
  onClose: () => void;
}

/** Hands in a text, a link, or both. */
export const HandInDialog = ({ classId, assignment, submission, isLate, onClose }: HandInDialogProps) => {
  const queryClient = useQueryClient();
  const { register, errors, isSubmitting, failure, onSubmit } = useCallForm<SubmissionInput>({
    schema: submissionInputSchema,
    defaultValues: { text: submission?.text ?? '', link: submission?.link ?? '' },
    onSend: async (input) => {
      await submitAssignment(classId, input);
      await queryClient.invalidateQueries({ queryKey: assignmentKeys.all });
      onClose();
      void showToast('Handed in');
    },
  });

  return (
    <Dialog title={assignment.title} onClose={onClose}>
      <form className="grid gap-4" onSubmit={onSubmit} noValidate>
        <p className="muted text-sm">
          {isLate
            ? `The deadline was ${formatDate(assignment.date)}: what you hand in now counts as late and cannot be replaced.`
            : `You can replace it until the end of ${formatDate(assignment.date)} (UTC).`}
        </p>
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
        {failure && <FormError>{failure}</FormError>}
        <DialogActions>
          <button type="button" className="btn" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="btn btn-primary" disabled={isSubmitting} aria-busy={isSubmitting}>
            Submit
          </button>
        </DialogActions>
      </form>
    </Dialog>
  );
};
