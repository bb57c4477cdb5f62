import { CircleAlert } from 'lucide-react';

/** An error that concerns the whole form, shown below it. */
export const FormError = ({ children }: { children: string }) => (
  <p role="alert" className="flex gap-2 text-sm font-medium text-error">
    <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
    <span>{children}</span>
  </p>
);
