import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ArrowLeft, Lock, SearchX } from 'lucide-react';
import { Link, type Params, useParams } from 'react-router';
import { isId } from '#contract/id.ts';
import type { Lesson } from '#contract/lessons.ts';
import { ApiError } from '#web/calls/api-error.ts';
import { classQuery } from '#web/calls/classes.ts';
import { lessonQuery } from '#web/calls/curriculum.ts';
import { EmbeddedVideo } from '#web/curriculum/embedded-video.tsx';
import { formatMinutes } from '#web/curriculum/format-minutes.ts';
import { Markdown } from '#web/curriculum/markdown.tsx';
import { PageMeta } from '#web/meta/page-meta.tsx';
import { ORIGIN_PARAMETER, PATHS } from '#web/paths.ts';
import type { PageHandle } from '#web/rendering/page-handle.ts';
import { useSession } from '#web/session/session-context.ts';
import { LoadError } from '#web/ui/load-error.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { PageSpinner } from '#web/ui/page-spinner.tsx';
import { preview } from '#web/ui/preview.ts';

/** Characters. */
const DESCRIPTION_LENGTH = 155;

/** Ids are compared without regard to case. */
const idOf = ({ id = '' }: Params): string => id.toLowerCase();

export const handle: PageHandle = {
  embedsVideos: true,
  address: ({ params }) => (isId(params.id) ? PATHS.lesson(idOf(params)) : undefined),
  prefetch: async ({ params, load }) => {
    const lesson = await load(lessonQuery(idOf(params)));
    if (lesson) await load(classQuery(lesson.classId));
  },
};

const Content = ({ lesson }: { lesson: Lesson }) => {
  const { data: offer } = useQuery(classQuery(lesson.classId));
  return (
    <article className="page grid max-w-4xl gap-6">
      <PageMeta
        title={lesson.title}
        description={preview(lesson.text, DESCRIPTION_LENGTH)}
        hidden={!lesson.isPreview}
      />
      <header className="grid gap-3">
        <Link to={PATHS.classDetail(lesson.classId)} className="link flex items-center gap-2 text-sm">
          <ArrowLeft className="size-4 shrink-0" aria-hidden="true" />
          <bdi>{offer?.title ?? 'The class'}</bdi>
        </Link>
        <h1 dir="auto">{lesson.title}</h1>
        <p className="muted text-sm">
          {[lesson.minutes !== undefined && formatMinutes(lesson.minutes), lesson.isPreview && 'Free preview']
            .filter(Boolean)
            .join(' · ')}
        </p>
      </header>
      {lesson.kind === 'video' && lesson.video && <EmbeddedVideo video={lesson.video} title={lesson.title} />}
      <Markdown text={lesson.text} />
    </article>
  );
};

/** A lesson that the viewer could enroll for, or that does not exist. */
const Refused = ({ id, error }: { id: string; error: ApiError }) => {
  if (error.status === 401)
    return (
      <Notice icon={<Lock />} title="Log in to see this lesson" heading="h1" role="alert">
        <Link
          to={`${PATHS.login}?${ORIGIN_PARAMETER}=${encodeURIComponent(PATHS.lesson(id))}`}
          className="btn btn-primary"
        >
          Log in
        </Link>
      </Notice>
    );
  const isLocked = error.status === 403;
  return (
    <Notice
      icon={isLocked ? <Lock /> : <SearchX />}
      title={isLocked ? 'Enroll in the class to see this lesson' : 'This lesson was not found'}
      heading="h1"
      role="alert"
    >
      <Link to={PATHS.allClasses} className="btn btn-primary">
        See all classes
      </Link>
    </Notice>
  );
};

const isRefusal = (error: Error): error is ApiError =>
  error instanceof ApiError && error.status >= 400 && error.status < 500;

export const Component = () => {
  const id = idOf(useParams());
  const { user, loading } = useSession();
  const { data, error, isPending, refetch } = useQuery({
    ...lessonQuery(id, user?.email),
    placeholderData: keepPreviousData,
    retryOnMount: false,
  });
  if (data) return <Content lesson={data} />;
  if (isPending || (loading && isRefusal(error))) return <PageSpinner />;
  return (
    <div className="page">
      <PageMeta title="Lesson" hidden />
      {isRefusal(error) ? (
        <Refused id={id} error={error} />
      ) : (
        <LoadError heading="h1" title="The lesson could not be loaded" onRetry={() => void refetch()} />
      )}
    </div>
  );
};
