import { useMutation, useQueryClient } from '@tanstack/react-query';
import { invalidate } from '#web/calls/client/invalidate.ts';
import { removeSavedClass, saveClass, savedClassKeys } from '#web/calls/saved-classes.ts';
import { showToast } from '#web/ui/toast.ts';

interface Change {
  classId: string;
  saved: boolean;
}

/** Saves a class for the current user, or removes it from the saved ones, and says so. */
export const useSaving = () => {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ classId, saved }: Change) => (saved ? saveClass(classId) : removeSavedClass(classId)),
    onSuccess: (_, { saved }) =>
      void showToast(saved ? 'Saved for later' : 'Removed from your saved classes'),
    onError: (error) => void showToast(error.message, 'failure'),
    onSettled: () => invalidate(queryClient, savedClassKeys),
  });
};
