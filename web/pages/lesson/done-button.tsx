import { CircleCheck } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import type { Learning } from '#web/learning/use-learning.ts';

interface DoneButtonProps {
  lessonId: string;
  /** How many lessons the class has. */
  of: number;
  learning: Learning;
}

/** Marks a lesson as done. Also records that the student has opened it, so that they resume here. */
export const DoneButton = ({ lessonId, of, learning }: DoneButtonProps) => {
  const { record, isDone, done, isUnsent } = learning;
  const isMarked = isDone(lessonId);
  const open = useEffectEvent(() => record(lessonId));
  useEffect(() => {
    open();
  }, [lessonId]);
  const state = done < of ? `Done. ${done} of ${of} lessons done.` : 'Done. You’ve done all lessons.';
  return (
    <section className="panel p-4" aria-label="Your progress">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p role="status" className="flex min-w-0 items-center gap-2 font-semibold">
          {isMarked && <CircleCheck className="size-5 shrink-0 text-success" aria-hidden="true" />}
          {isMarked ? state : 'Have you finished this lesson?'}
        </p>
        <button
          type="button"
          className={`btn ${isMarked ? 'btn-ghost btn-sm' : 'btn-primary'}`}
          onClick={() => record(lessonId, !isMarked)}
        >
          {isMarked ? 'Mark as not done' : 'Mark as done'}
        </button>
      </div>
      <p role="status" className="muted text-sm">
        {isUnsent && 'Kept on this device. It is sent when you’re online again.'}
      </p>
    </section>
  );
};
