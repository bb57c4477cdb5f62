import type { ReactNode } from 'react';

interface SubmitButtonProps {
  busy: boolean;
  disabled?: boolean;
  /** Whether what is sent cannot be taken back. */
  destroys?: boolean;
  children: ReactNode;
  className?: string;
}

/** A form's main button, which shows that the form is being sent and cannot be pressed twice. */
export const SubmitButton = ({
  busy,
  disabled,
  children,
  destroys = false,
  className = '',
}: SubmitButtonProps) => (
  <button
    type="submit"
    className={`btn btn-lg ${destroys ? 'btn-error' : 'btn-primary'} ${className}`}
    disabled={busy || disabled}
    aria-busy={busy}
  >
    {busy && <span className="loading loading-spinner loading-sm" aria-hidden="true" />}
    {children}
  </button>
);
