import { Circle, CircleCheck, Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Curriculum } from '#contract/curriculum.ts';
import type { LessonEntry } from '#contract/lessons.ts';
import { formatMinutes } from '#web/curriculum/format-minutes.ts';
import { LESSON_KIND } from '#web/curriculum/lesson-kinds.ts';
import { PATHS } from '#web/paths.ts';
import { Link } from '#web/routing/link.tsx';
import './learning.css';

interface LessonListProps {
  sections: Curriculum['sections'];
  /** Absent for viewers without progress. */
  isDone?: (id: string) => boolean | undefined;
  /** Absent: all lessons can be opened. */
  mayOpen?: (lesson: LessonEntry) => boolean;
  /** Whether the lessons that cannot be opened are marked. They are not until it is known that the viewer is no student. */
  marksLocked?: boolean;
  /** The id of the current lesson. */
  current?: string;
  /** For links from other screens: only the document of a lesson page has the policy that allows video players. */
  reloadDocument?: boolean;
}

interface MarkProps {
  kind: LessonEntry['kind'];
  isDone: boolean | undefined;
  isLocked: boolean;
}

const Mark = ({ kind, isDone, isLocked }: MarkProps) => {
  if (isLocked) return <Lock className="muted size-5 shrink-0" aria-hidden="true" />;
  if (isDone) return <CircleCheck className="size-5 shrink-0 text-success" aria-hidden="true" />;
  if (isDone === false) return <Circle className="muted size-5 shrink-0" aria-hidden="true" />;
  const { Icon } = LESSON_KIND[kind];
  return <Icon className="size-5 shrink-0 text-primary" aria-hidden="true" />;
};

const Entry = ({
  lesson,
  isDone,
  current,
  reloadDocument,
  mayOpen = () => true,
  marksLocked = false,
}: Omit<LessonListProps, 'sections'> & { lesson: LessonEntry }) => {
  const { _id, kind, title, minutes } = lesson;
  const isCurrent = _id === current;
  const done = isDone?.(_id);
  const isOpen = mayOpen(lesson);
  const isLocked = marksLocked && !isOpen;
  const facts = [LESSON_KIND[kind].name, minutes !== undefined && formatMinutes(minutes)].filter(Boolean);
  const content: ReactNode = (
    <>
      <Mark kind={kind} isDone={done} isLocked={isLocked} />
      <span className="min-w-0 wrap-anywhere">
        <bdi className={isCurrent ? 'font-bold' : ''}>{title}</bdi>{' '}
        <span className="muted block text-sm">{facts.join(' · ')}</span>
        {done && <span className="sr-only">Done</span>}
        {isLocked && <span className="sr-only">Locked</span>}
      </span>
    </>
  );
  if (!isOpen) return <span className="lesson-row">{content}</span>;
  return (
    <Link
      to={PATHS.lesson(_id)}
      reloadDocument={reloadDocument}
      aria-current={isCurrent ? 'page' : undefined}
      className="lesson-row"
    >
      {content}
    </Link>
  );
};

/** The lessons of a class by section, with check marks for completed lessons. */
export const LessonList = ({ sections, ...options }: LessonListProps) => (
  <ol className="lesson-list grid gap-4">
    {sections.map(({ _id, title, lessons }) => (
      <li key={_id} className="grid gap-1">
        <h3 dir="auto" className="font-semibold wrap-anywhere">
          {title}
        </h3>
        <ol className="grid gap-1">
          {lessons.map((lesson) => (
            <li key={lesson._id}>
              <Entry lesson={lesson} {...options} />
            </li>
          ))}
        </ol>
      </li>
    ))}
  </ol>
);
