import { ArrowLeft, ArrowRight } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import type { LessonEntry } from '#contract/lessons.ts';
import { PATHS } from '#web/paths.ts';
import { Link } from '#web/routing/link.tsx';
import { useNavigate } from '#web/routing/router-context.ts';

interface NextLessonsProps {
  previous: LessonEntry | undefined;
  next: LessonEntry | undefined;
  /** Whether the link to the next lesson is the primary action. */
  isNextFirst: boolean;
}

/** Whether the arrow keys have another meaning here, or scroll the page sideways. */
const needsArrows = (target: EventTarget | null): boolean =>
  (target instanceof Element &&
    target.closest('input, textarea, select, [contenteditable], pre, table, dialog, video, iframe') !==
      null) ||
  document.querySelector('dialog[open], [popover]:popover-open') !== null ||
  document.documentElement.scrollWidth > document.documentElement.clientWidth;

/** Navigates to the previous and the next lesson with the arrow keys. */
const useArrowKeys = (previous: LessonEntry | undefined, next: LessonEntry | undefined): void => {
  const navigate = useNavigate();
  const follow = useEffectEvent((event: KeyboardEvent) => {
    const { key, altKey, ctrlKey, metaKey, shiftKey, repeat, defaultPrevented, target } = event;
    if (altKey || ctrlKey || metaKey || shiftKey || repeat || defaultPrevented || needsArrows(target)) return;
    const lesson = key === 'ArrowRight' ? next : key === 'ArrowLeft' ? previous : undefined;
    if (lesson) void navigate(PATHS.lesson(lesson._id));
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => follow(event);
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
};

/** Links to the previous and the next lesson. */
export const NextLessons = ({ previous, next, isNextFirst }: NextLessonsProps) => {
  useArrowKeys(previous, next);
  if (!previous && !next) return null;
  return (
    <nav aria-label="Previous and next lesson" className="grid gap-3">
      <div className="grid gap-3 sm:grid-cols-2">
        {previous && (
          <Link to={PATHS.lesson(previous._id)} rel="prev" className="next-lesson btn btn-on-page">
            <ArrowLeft className="size-5 shrink-0" aria-hidden="true" />
            <span className="grid min-w-0">
              <span className="muted text-sm font-normal">Previous</span>{' '}
              <bdi className="wrap-anywhere">{previous.title}</bdi>
            </span>
          </Link>
        )}
        {next && (
          <Link
            to={PATHS.lesson(next._id)}
            rel="next"
            className={`next-lesson btn ${isNextFirst ? 'btn-primary' : 'btn-on-page'}`}
          >
            <span className="grid min-w-0">
              <span className="text-sm font-normal">Next</span>{' '}
              <bdi className="wrap-anywhere">{next.title}</bdi>
            </span>
            <ArrowRight className="size-5 shrink-0" aria-hidden="true" />
          </Link>
        )}
      </div>
      <p className="arrow-keys-hint muted text-sm">You can also use the left and right arrow keys.</p>
    </nav>
  );
};
