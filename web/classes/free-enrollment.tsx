import { useMutation, useQueryClient } from '@tanstack/react-query';
import { classKeys } from '#web/calls/classes.ts';
import { enrollForFree, enrollmentKeys } from '#web/calls/enrollments.ts';
import { PATHS } from '#web/paths.ts';
import { Link } from '#web/routing/link.tsx';
import { useNavigate } from '#web/routing/router-context.ts';
import { useLocation } from '#web/routing/screens.tsx';
import { useSession } from '#web/session/session-context.ts';
import { FormError } from '#web/ui/form-error.tsx';
import { showToast } from '#web/ui/toast.ts';

/** Enrolls the user in a free class immediately, without a card payment. Visitors log in first. */
export const FreeEnrollment = ({ classId }: { classId: string }) => {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const location = useLocation();
  const { user, loading } = useSession();
  const enrollment = useMutation({
    mutationFn: () => enrollForFree(classId),
    onSuccess: async () => {
      await Promise.all(
        [enrollmentKeys.all, classKeys.all].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
      );
      void navigate(PATHS.myEnrollments);
      void showToast('You’re enrolled');
    },
  });
  if (!user && !loading) {
    return (
      <Link to={PATHS.login} state={{ from: location }} className="btn btn-primary btn-lg">
        Log in to enroll for free
      </Link>
    );
  }
  return (
    <div className="grid gap-2">
      <button
        type="button"
        className="btn btn-primary btn-lg"
        disabled={loading || enrollment.isPending}
        aria-busy={enrollment.isPending}
        onClick={() => enrollment.mutate()}
      >
        Enroll for free
      </button>
      {enrollment.error && <FormError>{enrollment.error.message}</FormError>}
    </div>
  );
};
