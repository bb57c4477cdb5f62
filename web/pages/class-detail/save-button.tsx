import { useQuery } from '@tanstack/react-query';
import { savedStatusQuery } from '#web/calls/saved-classes.ts';
import { useSaving } from '#web/classes/use-saving.ts';
import { useSignedInUser } from '#web/session/session-context.ts';
import { SaveLabel } from './save-label.tsx';

/** Saves the class for later, or removes it from the user's saved classes. */
export const SaveButton = ({ classId }: { classId: string }) => {
  const { email } = useSignedInUser();
  const status = useQuery(savedStatusQuery(classId, email));
  const change = useSaving();
  const saved = status.data?.saved ?? false;
  return (
    <button
      type="button"
      className="btn btn-outline"
      aria-label={saved ? 'Saved: remove from your saved classes' : undefined}
      disabled={!status.data || change.isPending}
      aria-busy={change.isPending}
      onClick={() => change.mutate({ classId, saved: !saved })}
    >
      <SaveLabel saved={saved} />
    </button>
  );
};
