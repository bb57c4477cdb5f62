import type { ReactNode } from 'react';
import { useHydrated } from './use-hydrated.ts';

interface SubmitButtonProps {
  busy: boolean;
  disabled?: boolean;
  /** Whether submitting is irreversible. */
  destructive?: boolean;
  children: ReactNode;
  className?: string;
}

/**
 * A form's submit button. During submission it shows a spinner and is disabled. It is also disabled before hydration,
 * because the browser must not send a form that only the application can.
 */
export const SubmitButton = ({
  busy,
  disabled,
  children,
  destructive = false,
  className = '',
}: SubmitButtonProps) => {
  const isHydrated = useHydrated();
  return (
    <button
      type="submit"
      className={`btn btn-lg ${destructive ? 'btn-error' : 'btn-primary'} ${className}`}
      disabled={busy || disabled || !isHydrated}
      aria-busy={busy}
    >
      {busy && <span className="spinner size-4" aria-hidden="true" />}
      {children}
    </button>
  );
};
