import type { ReactNode } from 'react';

interface SubmitButtonProps {
  busy: boolean;
  disabled?: boolean;
  /** Whether submitting is irreversible. */
  destructive?: boolean;
  children: ReactNode;
  className?: string;
}

/** A form's submit button. While the form is being submitted it shows a spinner and is disabled. */
export const SubmitButton = ({
  busy,
  disabled,
  children,
  destructive = false,
  className = '',
}: SubmitButtonProps) => (
  <button
    type="submit"
    className={`btn btn-lg ${destructive ? 'btn-error' : 'btn-primary'} ${className}`}
    disabled={busy || disabled}
    aria-busy={busy}
  >
    {busy && <span className="loading loading-spinner loading-sm" aria-hidden="true" />}
    {children}
  </button>
);
