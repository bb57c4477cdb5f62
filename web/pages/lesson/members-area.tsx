import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from '#web/routing/router-context.ts';
import { useSession } from '#web/session/session-context.ts';
import { LoadError } from '#web/ui/load-error.tsx';
import { PageSpinner } from '#web/ui/page-spinner.tsx';
import { OfflinePart } from './offline-part.tsx';

/** The distance below the window, in pixels, at which the questions begin to load. */
const MARGIN = 400;

/** Whether an element has come close to the visible area. */
const useSeen = () => {
  const ref = useRef<HTMLElement>(null);
  const [isSeen, setIsSeen] = useState(false);
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setIsSeen(true);
      },
      { rootMargin: `${MARGIN}px` },
    );
    observer.observe(ref.current!);
    return () => observer.disconnect();
  }, []);
  return { ref, isSeen };
};

const loadParts = async () => {
  const [{ OwnNote }, { Discussion }] = await Promise.all([
    import('./own-note.tsx'),
    import('./discussion.tsx'),
  ]);
  return { OwnNote, Discussion };
};

/**
 * The members' part of a lesson: their notes and the questions. The scripts and the note load with the lesson, in
 * case the connection is lost meanwhile. The questions load when the user scrolls near them.
 */
export const MembersArea = ({ lessonId }: { lessonId: string }) => {
  const { user } = useSession();
  const isLinked = useSearchParams()[0].has('question');
  const { ref, isSeen } = useSeen();
  const { data, isError, isPaused, refetch } = useQuery({
    queryKey: ['scripts', 'members area'],
    queryFn: loadParts,
    staleTime: Infinity,
    gcTime: Infinity,
  });
  const viewer = user?.email;
  const isOpen = isSeen || isLinked;
  return (
    <div className="grid min-h-80 grid-cols-1 content-start gap-8">
      <section aria-label="Notes" className="grid gap-3">
        {data && viewer !== undefined && <data.OwnNote lessonId={lessonId} viewer={viewer} />}
      </section>
      <section ref={ref} aria-labelledby="questions" className="grid grid-cols-1 gap-4">
        <h2 id="questions" className="text-xl">
          Questions and answers
        </h2>
        {data && isOpen && viewer !== undefined && <data.Discussion lessonId={lessonId} viewer={viewer} />}
        {!data && isPaused && <OfflinePart what="Your notes and the questions" />}
        {!data && isError && (
          <LoadError
            title="Your notes and the questions could not be loaded"
            onRetry={() => void refetch()}
          />
        )}
        {!data && !isPaused && !isError && <PageSpinner height="min-h-40" />}
      </section>
    </div>
  );
};
