import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Teacher } from '#contract/teachers.ts';
import { bioKeys, hideBio, moderatedBioQuery, showBio } from '#web/calls/bios.ts';
import { invalidate } from '#web/calls/client/invalidate.ts';
import { teacherKeys } from '#web/calls/teachers.ts';
import { ReasonDialog } from '#web/review/reason-dialog.tsx';
import { ActionButton } from '#web/ui/action-button.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { showToast } from '#web/ui/toast.ts';

/** Lets an admin hide what a teacher has written about themselves, read what is hidden, and show it again. */
export const BioModeration = ({ teacher: { _id, name } }: { teacher: Teacher }) => {
  const queryClient = useQueryClient();
  const { data: bio, isLoadingError, refetch } = useQuery(moderatedBioQuery(_id));
  const [isAsking, setIsAsking] = useState(false);
  const reload = () => invalidate(queryClient, bioKeys, teacherKeys);
  if (isLoadingError)
    return <LoadError title="The text for admins could not be loaded" onRetry={() => void refetch()} />;
  if (!bio?.bio) return null;
  const { changedAt, hiddenReason } = bio;
  const of = `the text about ${name}`;
  const hide = async (reason: string) => {
    try {
      await hideBio(_id, reason, changedAt);
    } finally {
      await reload();
    }
    setIsAsking(false);
    void showToast('The text is hidden');
  };
  return (
    <section
      className="panel grid grid-cols-1 justify-items-start gap-3 p-5 sm:p-6"
      aria-labelledby="moderation"
    >
      {/* Gets the focus when a button disappears. */}
      <h2 id="moderation" className="text-lg">
        Moderation
      </h2>
      {hiddenReason === undefined ? (
        <button
          type="button"
          className="btn btn-outline btn-error btn-sm"
          aria-label={`Hide ${of}`}
          onClick={() => setIsAsking(true)}
        >
          Hide “About”
        </button>
      ) : (
        <>
          <p className="text-sm wrap-anywhere text-error">
            Hidden by an admin: <bdi>{hiddenReason}</bdi>
          </p>
          <p className="muted text-sm">Only admins and the teacher can read this text:</p>
          <p dir="auto" className="max-w-3xl whitespace-pre-line wrap-anywhere">
            {bio.bio}
          </p>
          <ActionButton
            className="btn btn-outline btn-sm"
            label={`Show again: ${of}`}
            action={() => showBio(_id)}
            onDone={() => {
              void reload();
              void showToast('The text is shown again');
            }}
          >
            Show again
          </ActionButton>
        </>
      )}
      {isAsking && (
        <ReasonDialog
          title={`Hide ${of}?`}
          action="Hide"
          hint="The teacher will see this reason. Nobody else will see the hidden text."
          onDecide={hide}
          onClose={() => setIsAsking(false)}
        />
      )}
    </section>
  );
};
