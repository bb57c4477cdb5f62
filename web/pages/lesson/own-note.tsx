import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import { TEXT_LIMITS } from '#contract/text-limits.ts';
import type { Note } from '#contract/notes.ts';
import { showStored } from '#web/calls/client/query-client.ts';
import { noteQuery, saveNote } from '#web/calls/notes.ts';
import { Autosave } from '#web/forms/autosave.ts';
import type { Stored } from '#web/forms/kept-content.ts';
import { OtherVersion } from '#web/forms/other-version.tsx';
import { SaveStatus } from '#web/forms/save-status.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { PageSpinner } from '#web/ui/page-spinner.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { OfflinePart } from './offline-part.tsx';

interface OwnNoteProps {
  lessonId: string;
  /** The user's email. */
  viewer: string;
}

const storedOf = ({ text, version }: Note): Stored<string> => ({ content: text, version });

const NoteEditor = ({ lessonId, viewer, note }: OwnNoteProps & { note: Note }) => {
  const queryClient = useQueryClient();
  const [autosave] = useState(
    () =>
      new Autosave<string>({
        key: `note ${lessonId}`,
        user: viewer,
        stored: storedOf(note),
        save: async (text, based) => {
          const { version } = await saveNote(lessonId, { text, version: based });
          // Without a connection, the editor starts from the cached note when it is opened again.
          showStored(queryClient, noteQuery(lessonId, viewer).queryKey, { text, version });
          return { version };
        },
        readConflict: (current) => storedOf(current as unknown as Note),
      }),
  );
  const state = useSyncExternalStore(autosave.subscribe, autosave.getState);
  return (
    <>
      {state.other && (
        <OtherVersion
          title="You also changed this note elsewhere. The other version:"
          text={state.other.content}
          onChoose={(version) => autosave.resolve(version)}
        />
      )}
      <TextArea
        label="Your notes"
        hint="Only you can see them."
        rows={5}
        maxLength={TEXT_LIMITS.note}
        value={state.content}
        onChange={({ target }) => autosave.change(target.value)}
      />
      <SaveStatus state={state} />
    </>
  );
};

/** The user's own note on a lesson, saved while they write. */
export const OwnNote = ({ lessonId, viewer }: OwnNoteProps) => {
  const { data, isError, isFetchedAfterMount, isPaused, refetch } = useQuery({
    ...noteQuery(lessonId, viewer),
    refetchOnMount: 'always',
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  if (isError && !data)
    return <LoadError title="Your notes could not be loaded" onRetry={() => void refetch()} />;
  if (!data && isPaused) return <OfflinePart what="Your notes" />;
  // When offline, the user continues with the cached note. Saving it reveals a newer version.
  if (!data || (!isFetchedAfterMount && !isPaused)) return <PageSpinner height="min-h-40" />;
  return <NoteEditor key={lessonId} lessonId={lessonId} viewer={viewer} note={data} />;
};
