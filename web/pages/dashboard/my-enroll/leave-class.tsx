import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Enrollment } from '#contract/enrollments.ts';
import { classKeys } from '#web/calls/classes.ts';
import { invalidate } from '#web/calls/client/invalidate.ts';
import { enrollmentKeys, leaveClass } from '#web/calls/enrollments.ts';
import { confirm } from '#web/ui/confirm.ts';
import { showToast } from '#web/ui/toast.ts';

const ask = ({ myClass, certificate }: Enrollment): Promise<boolean> =>
  confirm({
    title: 'Leave this class?',
    subject: myClass.title,
    text: [
      myClass.seats === undefined
        ? 'You will no longer have access.'
        : 'You will no longer have access, and somebody else can have your seat.',
      certificate?.code && 'Your certificate of this class will be withdrawn.',
      'What you have done is kept, in case you enroll again.',
    ]
      .filter(Boolean)
      .join(' '),
    confirm: 'Leave class',
    buttonClass: 'btn-error',
  });

/** Ends an enrollment that was free. */
export const LeaveClass = ({ enrollment }: { enrollment: Enrollment }) => {
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => leaveClass(enrollment.myClass._id),
    onSuccess: async () => {
      await invalidate(queryClient, enrollmentKeys, classKeys);
      void showToast('You have left the class');
    },
    onError: (error) => void showToast(error.message, 'failure'),
  });
  return (
    <button
      type="button"
      className="btn btn-ghost"
      disabled={isPending}
      aria-label={`Leave class: ${enrollment.myClass.title}`}
      onClick={() => void ask(enrollment).then((isConfirmed) => isConfirmed && mutate())}
    >
      Leave class
    </button>
  );
};
