import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useSearchParams } from '#web/routing/router-context.ts';
import { useSession } from '#web/session/session-context.ts';
import { PageSpinner } from '#web/ui/page-spinner.tsx';

const Discussion = lazy(async () => ({ default: (await import('./discussion.tsx')).Discussion }));
const OwnNote = lazy(async () => ({ default: (await import('./own-note.tsx')).OwnNote }));

/** Pixels below the window at which the parts begin to load. */
const MARGIN = 400;

/** Whether an element has come near the window. */
const useSeen = () => {
  const ref = useRef<HTMLDivElement>(null);
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

/** What members of a class have below a lesson: their notes, and the questions. Loaded when the user comes near. */
export const MembersArea = ({ lessonId }: { lessonId: string }) => {
  const { user } = useSession();
  const isLinked = useSearchParams()[0].has('question');
  const { ref, isSeen } = useSeen();
  const isOpen = user !== null && (isSeen || isLinked);
  const viewer = user?.email ?? '';
  return (
    <div ref={ref} className="grid min-h-80 grid-cols-1 content-start gap-8">
      <section aria-label="Notes" className="grid gap-3">
        {isOpen && (
          <Suspense fallback={<PageSpinner />}>
            <OwnNote lessonId={lessonId} viewer={viewer} />
          </Suspense>
        )}
      </section>
      <section aria-labelledby="questions" className="grid grid-cols-1 gap-4">
        <h2 id="questions" className="text-xl">
          Questions and answers
        </h2>
        {isOpen && (
          <Suspense fallback={<PageSpinner />}>
            <Discussion lessonId={lessonId} viewer={viewer} />
          </Suspense>
        )}
      </section>
    </div>
  );
};
