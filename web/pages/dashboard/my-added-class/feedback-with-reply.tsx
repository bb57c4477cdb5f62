import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { TEXT_LIMITS } from '#contract/text-limits.ts';
import type { Feedback } from '#contract/feedback.ts';
import { storedInConflict } from '#web/calls/client/edit-conflict.ts';
import { deleteReply, replyToFeedback } from '#web/calls/feedback-responses.ts';
import { feedbackKeys } from '#web/calls/feedback.ts';
import { FeedbackEntry } from '#web/feedback/feedback-entry.tsx';
import { TextForm } from '#web/forms/text-form.tsx';
import { useReturnFocus } from '#web/forms/use-return-focus.ts';
import { useDraft } from '#web/forms/use-draft.ts';
import { useSignedInUser } from '#web/session/session-context.ts';
import { confirmDeletion } from '#web/ui/confirm-deletion.ts';
import { FormError } from '#web/ui/form-error.tsx';

interface FeedbackWithReplyProps {
  entry: Feedback;
  /** Announces a change to screen readers. */
  onChanged: (message: string) => void;
}

const CHANGED =
  'The student has changed this feedback. The new version is shown above. Your reply has not been published yet.';

/** Feedback on a class of the user, who can reply to it once. Drafts are kept in the browser. */
export const FeedbackWithReply = ({ entry, onChanged }: FeedbackWithReplyProps) => {
  const { _id, user, reply } = entry;
  const { email } = useSignedInUser();
  const queryClient = useQueryClient();
  const [text, setText, empty] = useDraft(`reply ${_id} ${email}`);
  const [isWriting, setIsWriting] = useState(false);
  /** When the feedback that the user has read was changed. It may be reloaded while they write. */
  const [read, setRead] = useState(entry.updatedAt);
  const button = useReturnFocus(isWriting);
  const changed = async (message: string) => {
    await queryClient.invalidateQueries({ queryKey: feedbackKeys.all });
    onChanged(message);
  };
  const removal = useMutation({
    mutationFn: () => deleteReply(_id),
    onSuccess: async () => {
      await changed('Your reply was deleted');
      button.current?.focus();
    },
  });
  const send = async () => {
    try {
      await replyToFeedback(_id, { text, updatedAt: read });
    } catch (error) {
      const current = storedInConflict(error);
      if (!current) throw error;
      await queryClient.invalidateQueries({ queryKey: feedbackKeys.all });
      setRead(current.updatedAt as string);
      throw new Error(CHANGED, { cause: error });
    }
    empty(text);
    await changed('Your reply was published');
    setIsWriting(false);
  };
  const write = () => {
    if (text === '' && reply) setText(reply.text);
    setRead(entry.updatedAt);
    setIsWriting(true);
  };
  const cancel = () => {
    if (text === reply?.text) setText('');
    setIsWriting(false);
  };
  const remove = async () => {
    if (await confirmDeletion()) removal.mutate();
  };
  const from = `the feedback from ${user.name}`;
  return (
    <div className="grid gap-3">
      <FeedbackEntry entry={entry} />
      {removal.error && <FormError>{removal.error.message}</FormError>}
      {isWriting ? (
        <TextForm
          label={`Your reply to ${from}`}
          maxLength={TEXT_LIMITS.feedback}
          action={reply ? 'Save' : 'Publish reply'}
          text={text}
          onChange={setText}
          onSend={send}
          onCancel={cancel}
        />
      ) : (
        <div className="flex flex-wrap gap-1">
          <button
            ref={button}
            type="button"
            className="btn btn-outline btn-sm"
            aria-label={`${reply ? 'Edit your reply' : 'Reply'} to ${from}`}
            onClick={write}
          >
            {reply ? 'Edit reply' : 'Reply'}
          </button>
          {reply && (
            <button
              type="button"
              className="btn btn-ghost btn-sm"
              disabled={removal.isPending}
              aria-label={`Delete your reply to ${from}`}
              onClick={() => void remove()}
            >
              Delete reply
            </button>
          )}
        </div>
      )}
    </div>
  );
};
