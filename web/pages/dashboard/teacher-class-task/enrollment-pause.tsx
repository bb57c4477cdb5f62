import { useQueryClient } from '@tanstack/react-query';
import type { Class } from '#contract/classes.ts';
import { classKeys } from '#web/calls/classes.ts';
import { invalidate } from '#web/calls/client/invalidate.ts';
import { pauseClass, resumeClass } from '#web/calls/manage-classes.ts';
import { ActionButton } from '#web/ui/action-button.tsx';
import { showToast } from '#web/ui/toast.ts';

/** Lets the teacher of a published class pause enrollment, and resume it. */
export const EnrollmentPause = ({ own: { _id, paused, waiting } }: { own: Class }) => {
  const queryClient = useQueryClient();
  const onDone = () => {
    void invalidate(queryClient, classKeys);
    void showToast(paused ? 'Enrollment is open again' : 'Enrollment is paused');
  };
  return (
    <section
      className="panel flex flex-wrap items-center justify-between gap-x-6 gap-y-4 p-6"
      aria-labelledby="enrollment"
    >
      <div className="grid min-w-0 flex-1 basis-64 gap-2">
        <h2 id="enrollment">{paused ? 'Enrollment is paused' : 'Enrollment'}</h2>
        <p className="muted">
          {paused
            ? 'Nobody new can enroll. When you resume, the waiting list is offered seats first.'
            : 'You can pause enrollment: your students keep access, and others can join the waiting list.'}
        </p>
        {paused && Boolean(waiting) && <p>{waiting} on the waiting list</p>}
      </div>
      <div className="grid justify-items-start gap-2">
        <ActionButton
          className={`btn ${paused ? 'btn-primary' : 'btn-outline'}`}
          action={() => (paused ? resumeClass : pauseClass)(_id)}
          onDone={onDone}
        >
          {paused ? 'Resume enrollment' : 'Pause enrollment'}
        </ActionButton>
      </div>
    </section>
  );
};
