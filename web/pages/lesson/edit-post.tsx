import { useState } from 'react';
import type { Question } from '#contract/questions.ts';
import { TEXT_LIMITS } from '#contract/text-limits.ts';
import { storedInConflict } from '#web/calls/client/edit-conflict.ts';
import { updatePost } from '#web/calls/questions.ts';
import { confirmLeaving, UNSAVED, useLeaveWarning } from '#web/forms/use-leave-warning.ts';
import { TextForm } from '#web/forms/text-form.tsx';
import { useRestoredFields } from '#web/forms/use-restored-fields.ts';
import { useUnconfirmed } from '#web/forms/use-unconfirmed.ts';

interface EditPostProps {
  post: Pick<Question, '_id' | 'text' | 'version'>;
  label: string;
  onSaved: () => Promise<void>;
  onClose: () => void;
}

/** Edits a question or an answer. A change made in another tab is shown before it is overwritten. */
export const EditPost = ({ post, label, onSaved, onClose }: EditPostProps) => {
  const [text, setText] = useState(post.text);
  const [stored, setStored] = useState(post);
  const isDirty = text !== stored.text;
  useLeaveWarning(isDirty);
  useRestoredFields({
    isKept: true,
    form: () => post._id,
    values: () => ({ text }),
    stored: { text: stored.text },
    setField: (_name, typed) => setText(typed as string),
  });
  const unconfirmed = useUnconfirmed<string>();
  const save = async () => {
    try {
      await unconfirmed.change({
        content: text.trim(),
        seen: stored,
        contentOf: (present) => present.text,
        write: ({ version }) => updatePost(post._id, { text, version }),
      });
    } catch (error) {
      const current = storedInConflict(error);
      if (!current) throw error;
      setStored({ ...post, ...(current as { text: string; version: number }) });
      throw new Error(
        'This was changed elsewhere in the meantime. Saving again replaces what is there now.',
        {
          cause: error,
        },
      );
    }
    await onSaved();
  };
  const leave = async () => {
    if (!isDirty || (await confirmLeaving(UNSAVED))) onClose();
  };
  return (
    <div className="grid gap-3">
      {stored !== post && (
        <blockquote dir="auto" className="panel p-3 whitespace-pre-line wrap-anywhere">
          {stored.text}
        </blockquote>
      )}
      <TextForm
        maxLength={TEXT_LIMITS.question}
        label={label}
        action="Save"
        text={text}
        onChange={setText}
        onSend={save}
        onCancel={() => void leave()}
      />
    </div>
  );
};
