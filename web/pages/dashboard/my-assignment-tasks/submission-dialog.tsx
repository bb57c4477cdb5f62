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
import { storedInConflict } from '#web/calls/client/edit-conflict.ts';
import { enrollmentKeys } from '#web/calls/enrollments.ts';
import { FilesField } from '#web/files/files-field.tsx';
import { useFileUploads } from '#web/files/use-file-uploads.ts';
import { DialogForm } from '#web/forms/dialog-form.tsx';
import { useCallForm } from '#web/forms/use-call-form.ts';
import { useCloseWhileOpen } from '#web/forms/use-close-while-open.ts';
import { inMarks } from '#web/learning/in-marks.ts';
import { GradeComment, SubmittedWork } from '#web/learning/submitted-work.tsx';
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

const GRADED =
  'Your earlier work has been graded in the meantime, as shown above. Submitting again replaces it with its marks.';

const REPLACED =
  'You have submitted other work in the meantime, as shown above. Submitting again replaces it.';

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
  const queryClient = useQueryClient();
  const close = useCloseWhileOpen(onClose);
  const uploads = useFileUploads('document', submission?.files);
  const [isRefused, setIsRefused] = useState(false);
  const [opened] = useState(submission);
  /** What a refused submission would have replaced. */
  const [unseen, setUnseen] = useState<Submission>();
  const seen = unseen ?? opened;
  const { register, errors, setValue, isSubmitting, isDirty, failure, onSubmit } =
    useCallForm<SubmissionInput>({
      schema: submissionInputSchema,
      defaultValues: {
        text: submission?.text ?? '',
        link: submission?.link ?? '',
        files: submission?.files.map(({ _id }) => _id) ?? [],
      },
      onSend: async (input) => {
        const reload = () => queryClient.invalidateQueries({ queryKey: assignmentKeys.all });
        const { submittedAt = null, markedAt = null } = seen ?? {};
        try {
          await submitAssignment(classId, { ...input, submittedAt, markedAt });
        } catch (error) {
          const current = storedInConflict(error);
          if (!current) throw error;
          const stored = current as Submission;
          setUnseen(stored);
          void reload();
          throw new Error(stored.marks === null ? REPLACED : GRADED, { cause: error });
        }
        await reload();
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
          {seen?.marks != null &&
            `You need at least ${inMarks(assignment.passMarks)} to pass. The new submission replaces the graded one. `}
          {isLate
            ? `The deadline was ${formatDeadline(assignment.dueAt)}. Your submission will be marked late, and you can’t replace it.`
            : `You can resubmit until ${formatDeadline(assignment.dueAt)}.`}
        </p>
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
