import { type FocusEvent, type ReactNode, useId } from 'react';

interface DisclosureProps {
  label: string;
  button: ReactNode;
  buttonClass: string;
  panelClass: string;
  /** Receives a function that closes the panel, for links inside it, and one that opens it again. */
  children: (close: () => void, open: () => void) => ReactNode;
}

/**
 * A button that toggles a panel (ARIA disclosure pattern). It uses the popover API, so it works before hydration.
 * Escape or a click outside closes it.
 */
export const Disclosure = ({ label, button, buttonClass, panelClass, children }: DisclosureProps) => {
  const panelId = useId();
  const close = () => document.getElementById(panelId)?.hidePopover();
  const open = () => document.getElementById(panelId)?.togglePopover(true);
  const closeWhenFocusLeaves = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (relatedTarget && !currentTarget.contains(relatedTarget)) close();
  };
  return (
    <div onBlur={closeWhenFocusLeaves}>
      <button type="button" className={buttonClass} aria-label={label} popoverTarget={panelId}>
        {button}
      </button>
      <div id={panelId} popover="auto" className={`panel text-base-content ${panelClass}`}>
        {children(close, open)}
      </div>
    </div>
  );
};
