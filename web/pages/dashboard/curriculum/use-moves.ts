import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { CurriculumDraft } from '#contract/curriculum.ts';
import { curriculumKeys } from '#web/calls/curriculum.ts';
import { curriculumDraftQuery, moveLesson, moveSection } from '#web/calls/manage-curriculum.ts';
import { moveButtonId } from '#web/ui/move-buttons.tsx';
import { type Place, placeAt, stepFrom, withLessonAt, withSectionBefore } from './places.ts';
import type { Dragged, Drop } from './use-drag.ts';

type Step = 'up' | 'down';

/** Makes a change, reloads the curriculum and announces the message. @returns whether the change was made */
export type RunChange = (change: () => Promise<unknown>, message: string) => Promise<boolean>;

/**
 * Changes a curriculum. `run` makes a change, reloads the curriculum, announces the message to screen readers
 * (`announcement`) and returns whether the change was made. The other functions move lessons and sections; the new order
 * is shown immediately, before the server confirms it.
 */
export const useMoves = (classId: string, draft: CurriculumDraft | undefined) => {
  const queryClient = useQueryClient();
  const sections = draft?.sections ?? [];
  const [failure, setFailure] = useState<string>();
  const [announcement, setAnnouncement] = useState('');
  /** The button to focus once the list shows the new order. */
  const [focused, setFocused] = useState<string>();
  useEffect(() => {
    if (focused) document.getElementById(focused)?.focus();
  }, [focused, draft]);

  /** @returns whether the server has made the change */
  const attempt = async (change: () => Promise<unknown>, message: string): Promise<boolean> => {
    setFailure(undefined);
    // The same text again would not be announced.
    setAnnouncement('');
    let isDone = true;
    try {
      await change();
    } catch (error) {
      setFailure((error as Error).message);
      isDone = false;
    }
    await queryClient.invalidateQueries({ queryKey: curriculumKeys.all });
    if (isDone) setAnnouncement(message);
    return isDone;
  };
  const run: RunChange = async (change, message) => {
    setFocused(undefined);
    return attempt(change, message);
  };

  interface Move {
    after: CurriculumDraft['sections'];
    change: () => Promise<unknown>;
    message: string;
    focus: string | undefined;
  }
  const move = async ({ after, change, message, focus }: Move) => {
    setFocused(undefined);
    const { queryKey } = curriculumDraftQuery(classId);
    await queryClient.cancelQueries({ queryKey });
    queryClient.setQueryData(queryKey, (known) => known && { ...known, sections: after });
    setFocused(focus);
    await attempt(change, message);
  };
  const putLesson = (id: string, place: Place | undefined, focus?: string) => {
    if (!place) return;
    const { sectionId, before, position, of, title } = place;
    void move({
      after: withLessonAt(sections, id, place),
      change: () => moveLesson(id, { sectionId, before }),
      message: `Now lesson ${position} of ${of} in ${title}`,
      focus,
    });
  };
  const putSection = (id: string, before: string | null, focus?: string) => {
    const after = withSectionBefore(sections, id, before);
    if (!after) return;
    const position = after.findIndex(({ _id }) => _id === id) + 1;
    void move({
      after,
      change: () => moveSection(id, before),
      message: `Now section ${position} of ${after.length}`,
      focus,
    });
  };
  return {
    failure,
    setFailure,
    announcement,
    run,
    stepLesson: (id: string, step: Step) =>
      putLesson(id, stepFrom(sections, id, step), moveButtonId(id, step)),
    stepSection: (index: number, step: Step) => {
      const before = sections[step === 'up' ? index - 1 : index + 2]?._id ?? null;
      putSection(sections[index]!._id, before, moveButtonId(sections[index]!._id, step));
    },
    drop: ({ kind, id }: Dragged, { list, before }: Drop) =>
      kind === 'lesson' ? putLesson(id, placeAt(sections, id, { list, before })) : putSection(id, before),
  };
};
