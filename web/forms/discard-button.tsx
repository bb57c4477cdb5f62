import { useMutation } from '@tanstack/react-query';
import { FormError } from '#web/ui/form-error.tsx';

interface DiscardButtonProps {
  /** What is shown instead, such as "the current page". */
  what: string;
  /** Loads what is stored and shows it. @throws Error with a message for the user */
  onDiscard: () => Promise<void>;
}

/** Replaces what was typed into an outdated form with what somebody else has saved in the meantime. */
export const DiscardButton = ({ what, onDiscard }: DiscardButtonProps) => {
  const { mutate, isPending, error } = useMutation({ mutationFn: onDiscard });
  return (
    <>
      <button
        type="button"
        className="btn w-fit btn-outline"
        disabled={isPending}
        aria-busy={isPending}
        onClick={() => mutate()}
      >
        Discard my changes and show {what}
      </button>
      {error && <FormError>{error.message}</FormError>}
    </>
  );
};
