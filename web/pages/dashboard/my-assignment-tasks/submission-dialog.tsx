import { useQueryClient } from '@tanstack/react-query';
import {
  type Assignment,
  type Submission,
  type SubmissionInput,
  submissionInputSchema,
} from '#contract/assignments.ts';
import { TEXT_LIMITS } from '#contract/common.ts';
import { assignmentKeys, submitAssignment } from '#web/calls/assignments.ts';
import { DialogForm } from '#web/forms/dialog-form.tsx';
import { useCallForm } from '#web/forms/use-call-form.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { formatDeadline } from '#web/ui/format-date.ts';
import { TextArea } from '#web/ui/text-area.tsx';
import { showToast } from '#web/ui/toast.ts';

interface SubmissionDialogProps {
  classId: string;
  assignment: Assignment;
  submission: Submission | null;
  isLate: boolean;
  onClose: () => void;
}

/** Submits a text, a link, or both. */
export const SubmissionDialog = ({
  classId,
  assignment,
  submission,
  isLate,
  onClose,
}: SubmissionDialogProps) => {
  const queryClient = useQueryClient();
  const { register, errors, isSubmitting, isDirty, failure, onSubmit } = useCallForm<SubmissionInput>({
    schema: submissionInputSchema,
    defaultValues: { text: submission?.text ?? '', link: submission?.link ?? '' },
    onSend: async (input) => {
      await submitAssignment(classId, input);
      await queryClient.invalidateQueries({ queryKey: assignmentKeys.all });
      onClose();
      void showToast('Submitted');
    },
  });

  return (
    <Dialog title={assignment.title} onClose={onClose}>
      <DialogForm action="Submit" busy={isSubmitting} isDirty={isDirty} failure={failure} onSubmit={onSubmit}>
        <p className="muted text-sm">
          {isLate
            ? `The deadline was ${formatDeadline(assignment.date)}. Your submission will be marked late, and you can’t replace it.`
            : `You can resubmit until ${formatDeadline(assignment.date)}.`}
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
      </DialogForm>
    </Dialog>
  );
};
