import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Lesson } from '#contract/lessons.ts';
import { reloadLessonLists, updateLesson } from '#web/calls/curriculum-texts.ts';
import { curriculumKeys } from '#web/calls/curriculum.ts';
import { Autosave } from '#web/forms/autosave.ts';
import { useSignedInUser } from '#web/session/session-context.ts';
import { type Content, inputOf, storedOf, storedPartOf } from './lesson-content.ts';

/** Saves a lesson while the user writes. The curriculum is loaded again when the editor is closed. */
export const useLessonAutosave = (lesson: Lesson) => {
  const queryClient = useQueryClient();
  const { email } = useSignedInUser();
  const [autosave] = useState(
    () =>
      new Autosave<Content>({
        key: `lesson ${lesson._id}`,
        user: email,
        stored: storedOf(lesson),
        save: async (content, version) => {
          const saved = await updateLesson(lesson._id, inputOf(content, version));
          // The last change is often saved after the editor is closed and a list is shown.
          void reloadLessonLists(queryClient);
          return saved;
        },
        readConflict: (current) => storedOf(current as unknown as Lesson),
        storedPart: storedPartOf,
      }),
  );
  const state = useSyncExternalStore(autosave.subscribe, autosave.getState);
  useEffect(
    () => () => void queryClient.invalidateQueries({ queryKey: curriculumKeys.all }),
    [queryClient, lesson._id],
  );
  return { autosave, state };
};
