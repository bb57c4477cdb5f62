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
  current: string | undefined;
}

/** The list of lessons, beside the lesson on wide screens and collapsed above it on others. */
export const Contents = ({ sections, lessons, learning, mayOpen, current }: ContentsProps) => {
  const isWide = useMediaQuery('(width >= 64rem)');
  const progress = learning && <ProgressLine done={learning.done} of={lessons.length} />;
  const list = (
    <LessonList sections={sections} isDone={learning?.isDone} mayOpen={mayOpen} current={current} />
  );
  if (isWide) {
    return (
      <nav aria-label="Lessons" className="lesson-contents panel grid gap-4 p-4">
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
          {learning && (
            <span className="muted text-sm font-normal">
              {' '}
              · {learning.done} of {lessons.length} done
            </span>
          )}
        </summary>
        <div className="p-2">{list}</div>
      </details>
    </nav>
  );
};
