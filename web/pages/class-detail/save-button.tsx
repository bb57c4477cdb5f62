import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { invalidate } from '#web/calls/client/invalidate.ts';
import { removeSavedClass, saveClass, savedClassKeys, savedStatusQuery } from '#web/calls/saved-classes.ts';
import { useSignedInUser } from '#web/session/session-context.ts';
import { showToast } from '#web/ui/toast.ts';
import { SaveLabel } from './save-label.tsx';

/** Saves the class for later, or removes it from the user's saved classes. */
export const SaveButton = ({ classId }: { classId: string }) => {
  const { email } = useSignedInUser();
  const queryClient = useQueryClient();
  const status = useQuery(savedStatusQuery(classId, email));
  const change = useMutation({
    mutationFn: (saved: boolean) => (saved ? removeSavedClass(classId) : saveClass(classId)),
    onSuccess: (_, saved) => void showToast(saved ? 'Removed from your saved classes' : 'Saved for later'),
    onError: (error) => void showToast(error.message, 'failure'),
    onSettled: () => invalidate(queryClient, savedClassKeys),
  });
  const saved = status.data?.saved ?? false;
  return (
    <button
      type="button"
      className="btn btn-outline"
      aria-label={saved ? 'Saved: remove from your saved classes' : undefined}
      disabled={!status.data || change.isPending}
      aria-busy={change.isPending}
      onClick={() => change.mutate(saved)}
    >
      <SaveLabel saved={saved} />
    </button>
  );
};
