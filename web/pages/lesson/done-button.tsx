import { CircleCheck } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import type { Enrollment } from '#contract/enrollments.ts';
import { CertificateLine } from '#web/certificates/certificate-line.tsx';
import type { Learning } from '#web/learning/use-learning.ts';

interface DoneButtonProps {
  lessonId: string;
  /** The number of lessons in the class. */
  of: number;
  learning: Learning;
  /** Absent while it is unknown. */
  enrollment: Enrollment | undefined;
}

/** @param done undefined while it is unknown */
const describeDone = (done: number | undefined, of: number): string => {
  if (done === undefined) return 'Done.';
  return done < of ? `Done. ${done} of ${of} lessons done.` : 'Done. You’ve done all lessons.';
};

/**
 * Marks a lesson as done and shows what is left for the certificate. Also records that the student has opened the
 * lesson, so that they resume here.
 */
export const DoneButton = ({ lessonId, of, learning, enrollment }: DoneButtonProps) => {
  const { record, isDone, done, isUnsent } = learning;
  const isMarked = isDone(lessonId);
  const open = useEffectEvent(() => record(lessonId));
  useEffect(() => {
    open();
  }, [lessonId]);
  return (
    <section className="panel grid gap-2 p-4" aria-label="Your progress">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p role="status" className="flex min-w-0 items-center gap-2 font-semibold">
          {isMarked && <CircleCheck className="size-5 shrink-0 text-success" aria-hidden="true" />}
          {isMarked ? describeDone(done, of) : 'Have you finished this lesson?'}
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
        {isUnsent && 'Saved on this device. It will be sent when you’re back online.'}
      </p>
      <div role="status">{enrollment && <CertificateLine enrollment={enrollment} done={done} />}</div>
    </section>
  );
};
