import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { FormError } from './form-error.tsx';

interface ActionButtonProps<Result> {
  /** @throws Error with a message for the user */
  action: () => Promise<Result>;
  onDone?: (result: Result) => void;
  /** The accessible name, if the content alone does not say what happens. */
  label?: string;
  className?: string;
  children: ReactNode;
}

/** A button that makes a call, is disabled meanwhile, and is followed by the error of a call that failed. */
export const ActionButton = <Result,>({
  action,
  onDone,
  label,
  className = 'btn btn-outline',
  children,
}: ActionButtonProps<Result>) => {
  const { mutate, isPending, error } = useMutation({ mutationFn: action, onSuccess: onDone });
  return (
    <>
      <button
        type="button"
        className={className}
        disabled={isPending}
        aria-busy={isPending}
        aria-label={label}
        onClick={() => mutate()}
      >
        {children}
      </button>
      {error && <FormError>{error.message}</FormError>}
    </>
  );
};
