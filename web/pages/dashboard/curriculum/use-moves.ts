import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { CurriculumDraft } from '#contract/curriculum.ts';
import { curriculumKeys } from '#web/calls/curriculum.ts';
import { curriculumDraftQuery, moveLesson, moveSection } from '#web/calls/manage-curriculum.ts';
import { moveButtonId } from '#web/ui/move-buttons.tsx';
import { type Place, placeAt, stepFrom, withLessonAt, withSectionBefore } from './places.ts';
import type { Dragged, Drop } from './use-drag.ts';

type Step = 'up' | 'down';

/**
 * Makes a change once the changes before it have been made, reloads the curriculum unless others are waiting, and
 * announces the message. @returns whether the change was made
 */
export type RunChange = (change: () => Promise<unknown>, message: string) => Promise<boolean>;

/** A button that has moved with its entry. */
interface MovedButton {
  id: string;
  /** The curriculum in which the entry has its new place. */
  draft: CurriculumDraft | undefined;
}

/**
 * Changes a curriculum. `run` makes a change and announces the message to screen readers (`announcement`). The other
 * functions move lessons and sections; the new order is shown immediately, before the server confirms it.
 */
export const useMoves = (classId: string, draft: CurriculumDraft | undefined) => {
  const queryClient = useQueryClient();
  const { queryKey } = curriculumDraftQuery(classId);
  const [failure, setFailure] = useState<string>();
  const [announcement, setAnnouncement] = useState('');
  const [moved, setMoved] = useState<MovedButton>();
  useEffect(() => {
    // A button loses the focus when it moves. If the user has focused something else meanwhile, the focus stays there.
    if (moved && moved.draft === draft && document.activeElement === document.body)
      document.getElementById(moved.id)?.focus();
  }, [moved, draft]);
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const waiting = useRef(0);

  const run: RunChange = async (change, message) => {
    setFailure(undefined);
    // The same text again would not be announced.
    setAnnouncement('');
    waiting.current += 1;
    // One after another: places are relative to other entries, so the server must see the changes in their order.
    const made = queue.current.then(change).then(
      () => true,
      (error: unknown) => {
        setFailure((error as Error).message);
        return false;
      },
    );
    queue.current = made;
    const isDone = await made;
    waiting.current -= 1;
    // A reload between two changes would show the order without the second one.
    if (waiting.current === 0) await queryClient.invalidateQueries({ queryKey: curriculumKeys.all });
    if (isDone) setAnnouncement(message);
    return isDone;
  };

  /** The sections as the user sees them after all moves, which may not have been rendered yet. */
  const shownSections = () => queryClient.getQueryData(queryKey)?.sections ?? [];

  interface Move {
    after: CurriculumDraft['sections'];
    change: () => Promise<unknown>;
    message: string;
    button: string | undefined;
  }
  const move = async ({ after, change, message, button }: Move) => {
    const showFocus = () =>
      setMoved(button ? { id: button, draft: queryClient.getQueryData(queryKey) } : undefined);
    void queryClient.cancelQueries({ queryKey });
    queryClient.setQueryData(queryKey, (known) => known && { ...known, sections: after });
    showFocus();
    // The entry has moved back.
    if (!(await run(change, message))) showFocus();
  };
  const putLesson = (id: string, place: Place | undefined, button?: string) => {
    if (!place) return;
    const { sectionId, before, position, of, title } = place;
    void move({
      after: withLessonAt(shownSections(), id, place),
      change: () => moveLesson(id, { sectionId, before }),
      message: `Now lesson ${position} of ${of} in ${title}`,
      button,
    });
  };
  const putSection = (id: string, before: string | null, button?: string) => {
    const sections = shownSections();
    const after = withSectionBefore(sections, id, before);
    if (!after) return;
    const position = after.findIndex(({ _id }) => _id === id) + 1;
    void move({
      after,
      change: () => moveSection(id, before),
      message: `Now section ${position} of ${after.length}`,
      button,
    });
  };
  return {
    failure,
    setFailure,
    announcement,
    run,
    stepLesson: (id: string, step: Step) =>
      putLesson(id, stepFrom(shownSections(), id, step), moveButtonId(id, step)),
    stepSection: (id: string, step: Step) => {
      const sections = shownSections();
      const index = sections.findIndex(({ _id }) => _id === id);
      const before = sections[step === 'up' ? index - 1 : index + 2]?._id ?? null;
      putSection(id, before, moveButtonId(id, step));
    },
    drop: ({ kind, id }: Dragged, { list, before }: Drop) =>
      kind === 'lesson'
        ? putLesson(id, placeAt(shownSections(), id, { list, before }))
        : putSection(id, before),
  };
};
