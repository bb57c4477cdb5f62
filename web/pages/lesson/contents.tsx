import { useEffect, useRef } from 'react';
import type { LessonEntry } from '#contract/lessons.ts';
import type { Curriculum } from '#contract/curriculum.ts';
import { LessonList } from '#web/learning/lesson-list.tsx';
import { ProgressLine } from '#web/learning/progress-line.tsx';
import type { Learning } from '#web/learning/use-learning.ts';
import { useMediaQuery } from '#web/ui/use-media-query.ts';

interface ContentsProps {
  sections: Curriculum['sections'];
  lessons: LessonEntry[];
  learning: Learning | undefined;
  mayOpen: (lesson: LessonEntry) => boolean;
  /** Whether the lessons that cannot be opened are marked. */
  marksLocked: boolean;
  current: string | undefined;
}

/**
 * Scrolls a long list to the current lesson, without scrolling the page.
 * @param isComplete whether the student's progress has arrived, which moves the list down and opens its links
 */
const useCurrentInView = (current: string | undefined, isShown: boolean, isComplete: boolean) => {
  const list = useRef<HTMLElement>(null);
  useEffect(() => {
    const box = list.current;
    const row = isShown && box?.querySelector<HTMLElement>('[aria-current]');
    if (!box || !row) return;
    const { top, bottom } = row.getBoundingClientRect();
    const frame = box.getBoundingClientRect();
    if (top < frame.top || bottom > frame.bottom)
      box.scrollTop += (top + bottom) / 2 - (frame.top + frame.bottom) / 2;
  }, [current, isShown, isComplete]);
  return list;
};

/** The list of lessons, beside the lesson on wide screens and collapsed above it on others. */
export const Contents = ({ sections, lessons, learning, mayOpen, marksLocked, current }: ContentsProps) => {
  const isWide = useMediaQuery('(width >= 64rem)');
  const done = learning?.done;
  const scrolled = useCurrentInView(current, isWide, done !== undefined);
  const progress = done !== undefined && <ProgressLine done={done} of={lessons.length} />;
  const list = (
    <LessonList
      sections={sections}
      isDone={learning?.isDone}
      mayOpen={mayOpen}
      marksLocked={marksLocked}
      current={current}
    />
  );
  if (isWide) {
    return (
      <nav ref={scrolled} aria-label="Lessons" className="lesson-contents panel grid gap-4 p-4">
        {progress}
        {list}
      </nav>
    );
  }
  return (
    <nav aria-label="Lessons" className="panel min-w-0">
      {/* The key collapses the list when another lesson is opened. */}
      <details key={current}>
        <summary className="cursor-pointer p-4 font-semibold">
          All lessons
          {done !== undefined && (
            <span className="muted text-sm font-normal">
              {' '}
              · {done} of {lessons.length} done
            </span>
          )}
        </summary>
        <div className="p-2">{list}</div>
      </details>
    </nav>
  );
};
