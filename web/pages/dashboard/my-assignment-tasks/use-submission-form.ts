import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Submission, type SubmissionInput, submissionInputSchema } from '#contract/assignments.ts';
import { assignmentKeys, submitAssignment } from '#web/calls/assignments.ts';
import { storedInConflict } from '#web/calls/client/edit-conflict.ts';
import { enrollmentKeys } from '#web/calls/enrollments.ts';
import { useCallForm } from '#web/forms/use-call-form.ts';
import { useCloseWhileOpen } from '#web/forms/use-close-while-open.ts';
import { useUnconfirmed } from '#web/forms/use-unconfirmed.ts';
import { showToast } from '#web/ui/toast.ts';

const GRADED =
  'Your earlier work has been graded in the meantime, as shown above. Submitting again replaces it with its marks.';

const REPLACED =
  'You have submitted other work in the meantime, as shown above. Submitting again replaces it.';

/** What a student sends. Marks are not the student's own. */
const contentOf = ({ text, link, files, markedAt }: Submission) => ({
  text,
  link,
  files: files.map(({ _id }) => _id),
  markedAt,
});

/**
 * Submits work, but not in place of earlier work that the student has not seen. `seen` is what it replaces, `unseen` what
 * a refused submission would have replaced.
 */
export const useSubmissionForm = (classId: string, submission: Submission | null, onClose: () => void) => {
  const queryClient = useQueryClient();
  const close = useCloseWhileOpen(onClose);
  const [opened] = useState(submission);
  const [unseen, setUnseen] = useState<Submission>();
  const seen = unseen ?? opened;
  const unconfirmed = useUnconfirmed<ReturnType<typeof contentOf>>();
  const form = useCallForm<SubmissionInput>({
    schema: submissionInputSchema,
    defaultValues: {
      text: submission?.text ?? '',
      link: submission?.link ?? '',
      files: submission?.files.map(({ _id }) => _id) ?? [],
    },
    onSend: async (input) => {
      const { text = '', link = '', files = [] } = input;
      const reload = () => queryClient.invalidateQueries({ queryKey: assignmentKeys.all });
      try {
        await unconfirmed.change({
          content: { text, link, files, markedAt: null },
          seen,
          contentOf,
          write: (present) =>
            submitAssignment(classId, {
              ...input,
              submittedAt: present?.submittedAt ?? null,
              markedAt: present?.markedAt ?? null,
            }),
        });
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
  return { ...form, seen, unseen };
};
