import { CircleAlert } from 'lucide-react';

/** Scrolls to an error that appears outside the visible part of the page, such as far above the row that it is about. */
const bringIntoView = (error: HTMLElement | null): void => {
  // An open dialog covers the page and shows the error itself.
  if (error?.closest('dialog') || !document.querySelector('dialog[open]'))
    error?.scrollIntoView({ block: 'nearest' });
};

/** An error that concerns a whole form or list. It scrolls into view. */
export const FormError = ({ children }: { children: string }) => (
  <p ref={bringIntoView} role="alert" className="flex gap-2 text-sm font-medium text-error">
    <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
    <span>{children}</span>
  </p>
);
