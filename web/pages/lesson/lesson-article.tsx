import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import type { Enrollment } from '#contract/enrollments.ts';
import type { Lesson, LessonEntry } from '#contract/lessons.ts';
import { classQuery } from '#web/calls/classes.ts';
import { lessonQuery } from '#web/calls/curriculum.ts';
import { noteQuery } from '#web/calls/notes.ts';
import { EmbeddedVideo } from '#web/curriculum/embedded-video.tsx';
import { formatMinutes } from '#web/curriculum/format-minutes.ts';
import { LESSON_KIND } from '#web/curriculum/lesson-kinds.ts';
import type { Learning } from '#web/learning/use-learning.ts';
import { Markdown } from '#web/markdown/markdown.tsx';
import { PageMeta } from '#web/meta/page-meta.tsx';
import { PATHS } from '#web/paths.ts';
import { Link } from '#web/routing/link.tsx';
import { useSession } from '#web/session/session-context.ts';
import { LoadError } from '#web/ui/load-error.tsx';
import { truncate } from '#web/ui/truncate.ts';
import { DoneButton } from './done-button.tsx';
import { MembersArea } from './members-area.tsx';
import { LessonFile } from './lesson-file.tsx';
import { LessonVideo } from './lesson-video.tsx';
import { NextLessons } from './next-lessons.tsx';

/** In characters. */
const DESCRIPTION_LENGTH = 155;
/** Milliseconds for which the next lesson and its note stay in memory, in case the connection is lost meanwhile. */
const NEXT_LIFETIME = 60 * 60_000;

interface LessonArticleProps {
  lesson: Lesson;
  /** The lessons that the viewer may open. */
  lessons: LessonEntry[];
  /** Absent for viewers who are not students of the class. */
  learning: Learning | undefined;
  /** Absent also while it is unknown. */
  enrollment: Enrollment | undefined;
  /** What could not be loaded. */
  missing: string[];
  onRetry: () => void;
  /** What ends the lesson, below the links to its neighbors. */
  children?: ReactNode;
}

const useNextInAdvance = (next: LessonEntry | undefined, isStudent: boolean): void => {
  const queryClient = useQueryClient();
  const { user } = useSession();
  const email = user?.email;
  const id = next?._id;
  useEffect(() => {
    if (!id) return;
    // A failed request is repeated when the lesson is opened.
    queryClient.query({ ...lessonQuery(id, email), gcTime: NEXT_LIFETIME }).catch(() => undefined);
    if (!isStudent || !email) return;
    queryClient.query({ ...noteQuery(id, email), gcTime: NEXT_LIFETIME }).catch(() => undefined);
  }, [id, email, isStudent, queryClient]);
};

/** Tells teachers and admins that they see a preview. */
const AsPreview = ({ status }: Pick<Lesson, 'status'>) =>
  status && (
    <p className="panel p-4 text-sm">
      {status === 'draft'
        ? 'This is a draft. Students can’t see it yet.'
        : 'This is a preview of the lesson as students see it.'}
    </p>
  );

const Head = ({ lesson, isStudent }: { lesson: Lesson; isStudent: boolean }) => {
  const { data: offer } = useQuery(classQuery(lesson.classId));
  const { classId, kind, minutes, title } = lesson;
  const facts = [
    LESSON_KIND[kind].name,
    minutes !== undefined && formatMinutes(minutes),
    !isStudent && lesson.isPreview && 'Free preview',
  ].filter(Boolean);
  return (
    <header className="grid gap-3">
      <Link
        to={isStudent ? PATHS.assignments(classId) : PATHS.classDetail(classId)}
        className="link flex min-h-6 items-center gap-2 text-sm"
      >
        <ArrowLeft className="size-4 shrink-0" aria-hidden="true" />
        <bdi className="min-w-0 wrap-anywhere">{offer?.title ?? 'The class'}</bdi>
      </Link>
      <h1 dir="auto" className="wrap-anywhere">
        {title}
      </h1>
      <p className="muted text-sm">{facts.join(' · ')}</p>
    </header>
  );
};

/** The uploaded content of a lesson: a video, or a file to download. */
const LessonMedia = ({ lesson, learning }: Pick<LessonArticleProps, 'lesson' | 'learning'>) => {
  const { kind, file } = lesson;
  if (!file) return null;
  return kind === 'video' ? (
    <LessonVideo lesson={{ ...lesson, file }} learning={learning} />
  ) : (
    <LessonFile file={file} />
  );
};

/** What could not be loaded beside the lesson itself. */
const LoadFailure = ({ missing, onRetry }: Pick<LessonArticleProps, 'missing' | 'onRetry'>) => {
  if (missing.length === 0) return null;
  const text = new Intl.ListFormat('en').format(missing);
  const title = `${text.charAt(0).toUpperCase()}${text.slice(1)} could not be loaded`;
  return <LoadError title={title} onRetry={onRetry} />;
};

/** The content of a lesson, and the links to its neighbors. */
export const LessonArticle = (props: LessonArticleProps) => {
  const { lesson, lessons, learning, enrollment } = props;
  const isStudent = learning !== undefined;
  const place = lessons.findIndex(({ _id }) => _id === lesson._id);
  const next = place < 0 ? undefined : lessons[place + 1];
  useNextInAdvance(next, isStudent);
  return (
    <article>
      <PageMeta
        title={lesson.title}
        description={truncate(lesson.text, DESCRIPTION_LENGTH)}
        hidden={!lesson.isPreview}
      />
      <AsPreview status={lesson.status} />
      <Head lesson={lesson} isStudent={isStudent} />
      {lesson.kind === 'video' && lesson.video && <EmbeddedVideo video={lesson.video} title={lesson.title} />}
      <LessonMedia lesson={lesson} learning={learning} />
      {lesson.text && <Markdown text={lesson.text} />}
      {learning?.isDone(lesson._id) !== undefined && (
        <DoneButton lessonId={lesson._id} of={lessons.length} learning={learning} enrollment={enrollment} />
      )}
      <LoadFailure {...props} />
      <NextLessons
        previous={lessons[place - 1]}
        next={next}
        isNextFirst={learning?.isDone(lesson._id) ?? false}
      />
      {props.children}
      {(isStudent || lesson.status) && <MembersArea lessonId={lesson._id} />}
    </article>
  );
};
