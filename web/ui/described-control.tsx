import { type ReactNode, useId } from 'react';

export interface ControlText {
  label: string;
  error?: string;
  hint?: string;
}

/** Attributes that connect a control with its label, hint and error for screen readers. */
export interface ControlAttributes {
  id: string;
  'aria-invalid': boolean;
  'aria-describedby': string | undefined;
}

interface DescribedControlProps extends ControlText {
  children: (attributes: ControlAttributes) => ReactNode;
}

/** A control with its label above, and its hint and error below, which screen readers announce with it. */
export const DescribedControl = ({ label, error, hint, children }: DescribedControlProps) => {
  const id = useId();
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className="grid content-start gap-1.5">
      <label htmlFor={id} className="text-sm font-semibold">
        {label}
      </label>
      {children({ id, 'aria-invalid': Boolean(error), 'aria-describedby': describedBy || undefined })}
      {hint && (
        <p id={`${id}-hint`} className="muted text-sm">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="text-sm font-medium text-error">
          {error}
        </p>
      )}
    </div>
  );
};
