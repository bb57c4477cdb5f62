import { type ReactNode, useEffect, useId, useRef, useState } from 'react';

interface DisclosureProps {
  label: string;
  button: ReactNode;
  buttonClass: string;
  panelClass: string;
  /** Receives a function that closes the panel, for links inside it. */
  children: (close: () => void) => ReactNode;
}

/** A button that toggles a panel below it. Escape or a click outside closes the panel (ARIA disclosure pattern). */
export const Disclosure = ({ label, button, buttonClass, panelClass, children }: DisclosureProps) => {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  const panelId = useId();

  useEffect(() => {
    if (!open) return undefined;
    const closeOutside = (event: Event) => {
      if (!root.current?.contains(event.target as Node)) setOpen(false);
    };
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpen(false);
      trigger.current?.focus();
    };
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('focusin', closeOutside);
    document.addEventListener('keydown', closeOnEscape);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('focusin', closeOutside);
      document.removeEventListener('keydown', closeOnEscape);
    };
  }, [open]);

  return (
    <div ref={root} className="relative">
      <button
        ref={trigger}
        type="button"
        className={buttonClass}
        aria-label={label}
        aria-expanded={open}
        aria-controls={panelId}
        onClick={() => setOpen(!open)}
      >
        {button}
      </button>
      <div id={panelId} className={panelClass} hidden={!open}>
        {open && children(() => setOpen(false))}
      </div>
    </div>
  );
};
