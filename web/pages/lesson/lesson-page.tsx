import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Params } from 'react-router';
import { isId } from '#contract/id.ts';
import { classQuery } from '#web/calls/classes.ts';
import { ApiError } from '#web/calls/client/api-error.ts';
import { curriculumQuery, lessonQuery } from '#web/calls/curriculum.ts';
import { PageMeta } from '#web/meta/page-meta.tsx';
import { PATHS } from '#web/paths.ts';
import type { PageHandle } from '#web/rendering/page-handle.ts';
import { useParams } from '#web/routing/screens.tsx';
import { useSession } from '#web/session/session-context.ts';
import { WithoutScripts } from '#web/session/waiting-page.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { PendingPage } from '#web/ui/page-spinner.tsx';
import { LessonScreen } from './lesson-screen.tsx';
import { Offline, Refused } from './refused.tsx';
import { useDocumentWithPlayers } from './use-document-with-players.ts';

/** Ids are case-insensitive. */
const idOf = ({ id = '' }: Params): string => id.toLowerCase();

export const handle: PageHandle = {
  embedsVideos: true,
  showsMoreToMembers: true,
  address: ({ params }) => (isId(params.id) ? PATHS.lesson(idOf(params)) : undefined),
  prefetch: async ({ params, load }) => {
    const lesson = await load(lessonQuery(idOf(params)));
    if (lesson) await Promise.all([load(classQuery(lesson.classId)), load(curriculumQuery(lesson.classId))]);
  },
};

const isRefusal = (error: Error | null): error is ApiError =>
  error instanceof ApiError && error.status >= 400 && error.status < 500;

/** Whether the viewer may no longer see a lesson that they have opened. */
const isLockedNow = (error: Error | null): boolean =>
  error instanceof ApiError && error.code === 'not_enrolled';

export const Component = () => {
  const id = idOf(useParams());
  const { user, loading } = useSession();
  const {
    data: known,
    error,
    isPaused,
    isPending,
    refetch,
  } = useQuery({
    ...lessonQuery(id, user?.email),
    // Shows the visitors' version of the same lesson until the one with the user's progress has loaded.
    placeholderData: (previous) => (previous?._id === id ? previous : undefined),
    retryOnMount: false,
  });
  const data = isLockedNow(error) ? undefined : known;
  // The list of lessons stays in place while another lesson loads.
  const [classId, setClassId] = useState(data?.classId);
  if (data && data.classId !== classId) setClassId(data.classId);
  const hasPlayers = useDocumentWithPlayers(data?.video !== undefined);

  if (data && !hasPlayers) return <PendingPage className="page" heading={data.title} />;
  if (data) return <LessonScreen key={data.classId} classId={data.classId} id={id} lesson={data} />;
  if (isPaused) return <Offline />;
  if (isPending || (loading && isRefusal(error))) {
    if (classId === undefined) {
      return (
        <>
          <WithoutScripts />
          <PendingPage className="page needs-scripts" heading="Lesson" />
        </>
      );
    }
    return <LessonScreen key={classId} classId={classId} id={id} />;
  }
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
