import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { OwnProgress, LessonProgress } from '#contract/lessons.ts';
import { reload } from '#web/calls/client/reload.ts';
import { retryDelay } from '#web/calls/client/retry-delay.ts';
import { curriculumKeys, lessonQuery } from '#web/calls/curriculum.ts';
import { enrollmentKeys } from '#web/calls/enrollments.ts';
import { learningKeys } from '#web/calls/learning.ts';
import { followOtherTabs, sendUnsaved, useUnsaved } from './unsaved-progress.ts';

/** The longest time between two attempts to send unsaved progress, in milliseconds. */
const LONGEST_INTERVAL = 10_000;

/** Whether a list contains the lesson, so that a new position in it changes nothing else. */
const includes = ({ done, started }: OwnProgress, id: string): boolean =>
  done.includes(id) || started.some(({ lessonId }) => lessonId === id);

/** Updates the cached progress at once. The caller invalidates it if anything else may have changed. */
const showSaved = (queryClient: QueryClient, email: string, progress: LessonProgress): void => {
  const { lessonId: id, isDone, position } = progress;
  queryClient.setQueryData(lessonQuery(id, email).queryKey, (lesson) => lesson && { ...lesson, progress });
  queryClient.setQueriesData<OwnProgress>({ queryKey: learningKeys.all }, (data) => {
    if (!data || !includes(data, id)) return data;
    const done = data.done.filter((known) => known !== id);
    const started = data.started.filter(({ lessonId }) => lessonId !== id);
    return {
      ...data,
      done: isDone ? [...done, id] : done,
      started: isDone && position === 0 ? started : [...started, { lessonId: id, position }],
    };
  });
};

const isListed = (queryClient: QueryClient, { lessonId }: LessonProgress): boolean =>
  queryClient
    .getQueriesData<OwnProgress>({ queryKey: learningKeys.all })
    .some(([, data]) => data && includes(data, lessonId));

/**
 * Returns a user's unsaved progress and sends it: at once, when the connection is back, and at intervals.
 * @param email undefined if nobody is signed in
 */
export const useUnsavedProgress = (email: string | undefined): ReturnType<typeof useUnsaved> => {
  const queryClient = useQueryClient();
  const { kept, isWaiting } = useUnsaved(email);
  useEffect(followOtherTabs, []);
  useEffect(() => {
    if (email === undefined || Object.keys(kept).length === 0) return undefined;
    const send = async () => {
      const news: LessonProgress[] = [];
      await sendUnsaved(email, {
        onSent: (progress, isPositionAlone) => {
          if (!isPositionAlone || !isListed(queryClient, progress)) news.push(progress);
          showSaved(queryClient, email, progress);
        },
        onRefused: () => {
          // The lesson or the enrollment is gone, which the screen then shows.
          for (const key of [curriculumKeys.all, enrollmentKeys.all]) void reload(queryClient, key);
        },
      });
      if (news.length === 0) return;
      void reload(queryClient, learningKeys.all);
      // A completed lesson may have earned the certificate.
      if (news.some(({ isDone }) => isDone)) void reload(queryClient, enrollmentKeys.all);
      else void queryClient.invalidateQueries({ queryKey: enrollmentKeys.all, refetchType: 'none' });
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    let attempts = 0;
    let hasEnded = false;
    const attempt = async (): Promise<void> => {
      await send();
      clearTimeout(timer);
      if (hasEnded) return;
      timer = setTimeout(() => void attempt(), Math.min(retryDelay(attempts), LONGEST_INTERVAL));
      attempts += 1;
    };
    // Browsers report that they are online before all requests succeed, so the next attempts follow soon.
    const start = (): void => {
      attempts = 0;
      void attempt();
    };
    start();
    window.addEventListener('online', start);
    return () => {
      hasEnded = true;
      window.removeEventListener('online', start);
      clearTimeout(timer);
    };
  }, [email, kept, queryClient]);
  return { kept, isWaiting };
};
