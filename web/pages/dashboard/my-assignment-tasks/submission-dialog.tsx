import { inMarks } from '#web/learning/in-marks.ts';
import { useQueryClient } from '@tanstack/react-query';
import { type SyntheticEvent, useState } from 'react';
import {
  type Assignment,
  type Submission,
  SUBMISSION_FILES,
  type SubmissionInput,
  submissionInputSchema,
} from '#contract/assignments.ts';
import { TEXT_LIMITS } from '#contract/common.ts';
import { assignmentKeys, submitAssignment } from '#web/calls/assignments.ts';
import { enrollmentKeys } from '#web/calls/enrollments.ts';
import { FilesField } from '#web/files/files-field.tsx';
import { useFileUploads } from '#web/files/use-file-uploads.ts';
import { DialogForm } from '#web/forms/dialog-form.tsx';
import { useCallForm } from '#web/forms/use-call-form.ts';
import { useCloseWhileOpen } from '#web/forms/use-close-while-open.ts';
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

const HINT = 'PDF, ZIP, office documents, text or pictures.';

/** Submits a text, a link, files, or a combination of them. */
export const SubmissionDialog = ({
  classId,
  assignment,
  submission,
  isLate,
  onClose,
}: SubmissionDialogProps) => {
  const queryClient = useQueryClient();
  const close = useCloseWhileOpen(onClose);
  const uploads = useFileUploads('document', submission?.files);
  const [isRefused, setIsRefused] = useState(false);
  const { register, errors, setValue, isSubmitting, isDirty, failure, onSubmit } =
    useCallForm<SubmissionInput>({
      schema: submissionInputSchema,
      defaultValues: {
        text: submission?.text ?? '',
        link: submission?.link ?? '',
        files: submission?.files.map(({ _id }) => _id) ?? [],
      },
      onSend: async (input) => {
        await submitAssignment(classId, input);
        await queryClient.invalidateQueries({ queryKey: assignmentKeys.all });
        // The submission changes what is left for the certificate.
        void queryClient.invalidateQueries({ queryKey: enrollmentKeys.all });
        close();
        void showToast('Submitted');
      },
    });

  const hasNewFiles = uploads.ids.join() !== (submission?.files ?? []).map(({ _id }) => _id).join();

  const fileProblem = uploads.isUploading
    ? 'Please wait until your files are uploaded.'
    : uploads.hasFailed
      ? 'Some files could not be uploaded. Try again or remove them.'
      : undefined;
  // Files that are added later are not a reason to refuse until the user submits again.
  if (isRefused && !fileProblem) setIsRefused(false);

  const submit = (event: SyntheticEvent) => {
    if (fileProblem) {
      event.preventDefault();
      setIsRefused(true);
      return;
    }
    setValue('files', uploads.ids);
    onSubmit(event);
  };

  return (
    <Dialog title={assignment.title} onClose={onClose}>
      <DialogForm
        action="Submit"
        busy={isSubmitting}
        isDirty={isDirty || hasNewFiles || uploads.isUploading}
        failure={failure}
        onSubmit={submit}
      >
        <p className="muted text-sm">
          {submission?.marks != null &&
            `You need at least ${inMarks(assignment.passMarks)} to pass. The new submission replaces the graded one. `}
          {isLate
            ? `The deadline was ${formatDeadline(assignment.dueAt)}. Your submission will be marked late, and you can’t replace it.`
            : `You can resubmit until ${formatDeadline(assignment.dueAt)}.`}
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
        <FilesField
          uploads={uploads}
          purpose="document"
          max={SUBMISSION_FILES}
          hint={HINT}
          error={isRefused ? fileProblem : errors.files?.message}
        />
      </DialogForm>
    </Dialog>
  );
};
