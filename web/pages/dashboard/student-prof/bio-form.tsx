import { useQueryClient } from '@tanstack/react-query';
import { type SyntheticEvent, useState } from 'react';
import type { OwnBio } from '#contract/bios.ts';
import { TEXT_LIMITS } from '#contract/text-limits.ts';
import { bioKeys, saveOwnBio } from '#web/calls/bios.ts';
import { storedInConflict } from '#web/calls/client/edit-conflict.ts';
import { invalidate } from '#web/calls/client/invalidate.ts';
import { teacherKeys } from '#web/calls/teachers.ts';
import { OtherVersion } from '#web/forms/other-version.tsx';
import { SENDING, UNSAVED, useLeaveWarning } from '#web/forms/use-leave-warning.ts';
import { useRestoredFields } from '#web/forms/use-restored-fields.ts';
import { useUnconfirmed } from '#web/forms/use-unconfirmed.ts';
import { FormError } from '#web/ui/form-error.tsx';
import { SubmitButton } from '#web/ui/submit-button.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { showToast } from '#web/ui/toast.ts';

type Stored = Pick<OwnBio, 'bio' | 'version'>;

/** Edits what a teacher writes about themselves. A change made in another tab is shown before it is overwritten. */
export const BioForm = ({ own }: { own: OwnBio }) => {
  const queryClient = useQueryClient();
  const [text, setText] = useState(own.bio);
  const [stored, setStored] = useState<Stored>(own);
  const [other, setOther] = useState<Stored>();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const unconfirmed = useUnconfirmed<string>();
  const isDirty = text !== stored.bio;
  useLeaveWarning(isDirty || busy, { loss: busy ? SENDING : UNSAVED });
  useRestoredFields({
    isKept: true,
    form: () => 'bio',
    values: () => ({ text }),
    stored: { text: stored.bio },
    setField: (_name, typed) => setText(typed as string),
  });

  const save = async (seen: Stored) => {
    setFailure(undefined);
    setOther(undefined);
    setBusy(true);
    try {
      const { version } = await unconfirmed.change({
        content: text.trim(),
        seen,
        contentOf: ({ bio }) => bio,
        write: (present) => saveOwnBio(text, present.version),
      });
      setStored({ bio: text, version });
      void showToast('Text saved');
      await invalidate(queryClient, bioKeys, teacherKeys);
    } catch (error) {
      const current = storedInConflict(error) as Stored | undefined;
      if (current) setOther(current);
      else setFailure((error as Error).message);
    } finally {
      setBusy(false);
    }
  };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    void save(stored);
  };
  const resolve = (found: Stored, version: 'own' | 'other') => {
    setStored(found);
    setOther(undefined);
    if (version === 'own') void save(found);
    else setText(found.bio);
  };

  return (
    <form method="post" className="grid max-w-2xl gap-4" onSubmit={submit} noValidate>
      <TextArea
        label="About you"
        hint={`Up to ${TEXT_LIMITS.bio.toLocaleString('en-US')} characters in plain text. Everybody can read it as soon as you save it.`}
        rows={8}
        maxLength={TEXT_LIMITS.bio}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <SubmitButton busy={busy} disabled={!isDirty || other !== undefined} className="justify-self-start">
        Save text
      </SubmitButton>
      {failure && <FormError>{failure}</FormError>}
      {other && (
        <OtherVersion
          title="Changed elsewhere in the meantime. The other version:"
          text={other.bio}
          onChoose={(version) => resolve(other, version)}
        />
      )}
    </form>
  );
};
