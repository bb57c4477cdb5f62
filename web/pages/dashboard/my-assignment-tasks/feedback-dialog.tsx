import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Controller } from 'react-hook-form';
import type { Class } from '#contract/classes.ts';
import { TEXT_LIMITS } from '#contract/text-limits.ts';
import { type FeedbackInput, feedbackInputSchema, type OwnFeedback } from '#contract/own-feedback.ts';
import { feedbackKeys } from '#web/calls/feedback.ts';
import { giveFeedback, ownFeedbackQuery } from '#web/calls/own-feedback.ts';
import { FeedbackEntry, FeedbackReply } from '#web/feedback/feedback-entry.tsx';
import { DialogForm } from '#web/forms/dialog-form.tsx';
import { useCallForm } from '#web/forms/use-call-form.ts';
import { useCloseWhileOpen } from '#web/forms/use-close-while-open.ts';
import { useSignedInUser } from '#web/session/session-context.ts';
import { Dialog, DialogActions } from '#web/ui/dialog.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { LoadingText } from '#web/ui/loading-text.tsx';
import { StarField } from '#web/ui/star-field.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { showToast } from '#web/ui/toast.ts';

interface FeedbackFormProps {
  classId: string;
  given: OwnFeedback | null;
  onClose: () => void;
}

const FeedbackForm = ({ classId, given, onClose }: FeedbackFormProps) => {
  const { displayName, email, photoURL } = useSignedInUser();
  const queryClient = useQueryClient();
  const close = useCloseWhileOpen(onClose);
  const { register, control, errors, isSubmitting, isDirty, failure, onSubmit } = useCallForm<FeedbackInput>({
    schema: feedbackInputSchema,
    defaultValues: { classId, feedback: given?.feedback ?? '', rating: given?.rating },
    onSend: async (input) => {
      await giveFeedback({ ...input, user: { name: displayName, email, image: photoURL } });
      await queryClient.invalidateQueries({ queryKey: feedbackKeys.all });
      close();
      void showToast('Thank you for your feedback');
    },
  });

  return (
    <DialogForm
      action="Submit"
      leave="Close"
      busy={isSubmitting}
      isDirty={isDirty}
      failure={failure}
      onSubmit={onSubmit}
    >
      {given && <p className="muted text-sm">You’ve already left feedback. Submitting again replaces it.</p>}
      {given?.reply && <FeedbackReply reply={given.reply} />}
      <TextArea
        label="Feedback"
        rows={5}
        maxLength={TEXT_LIMITS.feedback}
        error={errors.feedback?.message}
        {...register('feedback')}
      />
      <Controller
        control={control}
        name="rating"
        render={({ field }) => (
          <StarField
            ref={field.ref}
            label="Rating"
            value={field.value}
            error={errors.rating && 'Choose a rating from 1 to 5 stars'}
            onChange={field.onChange}
          />
        )}
      />
    </DialogForm>
  );
};

/** The student's own feedback, and the reason why an admin has hidden it. */
const HiddenFeedback = ({
  given,
  reason,
  onClose,
}: {
  given: OwnFeedback;
  reason: string;
  onClose: () => void;
}) => (
  <div className="flex flex-col gap-4">
    <div role="status" className="grid gap-1 rounded-field border border-base-300 bg-base-200 p-4 text-sm">
      <p className="font-semibold">An admin has hidden your feedback</p>
      <p>
        Reason: <bdi>{reason}</bdi>
      </p>
      <p className="muted">Only you can see it, and it doesn’t count toward ratings.</p>
    </div>
    <FeedbackEntry entry={given} />
    <DialogActions>
      <button type="button" className="btn" onClick={onClose}>
        Close
      </button>
    </DialogActions>
  </div>
);

/** Lets a student leave feedback on a class, or edit it unless an admin has hidden it. */
export const FeedbackDialog = ({ myClass, onClose }: { myClass: Class; onClose: () => void }) => {
  const { data, isPending, refetch } = useQuery(ownFeedbackQuery(myClass._id));
  return (
    <Dialog title="Feedback Us" onClose={onClose}>
      {isPending ? (
        <LoadingText />
      ) : data === undefined ? (
        <LoadError title="Your feedback could not be loaded" onRetry={() => void refetch()} />
      ) : data?.hiddenReason !== undefined ? (
        <HiddenFeedback given={data} reason={data.hiddenReason} onClose={onClose} />
      ) : (
        <FeedbackForm classId={myClass._id} given={data} onClose={onClose} />
      )}
    </Dialog>
  );
};
