import { useMutation, useQueryClient } from '@tanstack/react-query';
import { classKeys } from '#web/calls/classes.ts';
import { invalidate } from '#web/calls/client/invalidate.ts';
import { enrollForFree, enrollmentKeys } from '#web/calls/enrollments.ts';
import { PATHS } from '#web/paths.ts';
import { useNavigate } from '#web/routing/router-context.ts';
import { FormError } from '#web/ui/form-error.tsx';
import { showToast } from '#web/ui/toast.ts';

/** Enrolls a signed-in user in a free class immediately, without a card payment. */
export const FreeEnrollment = ({ classId }: { classId: string }) => {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const enrollment = useMutation({
    mutationFn: () => enrollForFree(classId),
    onSuccess: async () => {
      await invalidate(queryClient, enrollmentKeys, classKeys);
      void navigate(PATHS.myEnrollments);
      void showToast('You’re enrolled');
    },
  });
  return (
    <div className="grid gap-2">
      <button
        type="button"
        className="btn btn-primary btn-lg"
        disabled={enrollment.isPending}
        aria-busy={enrollment.isPending}
        onClick={() => enrollment.mutate()}
      >
        Enroll for free
      </button>
      {enrollment.error && <FormError>{enrollment.error.message}</FormError>}
    </div>
  );
};
