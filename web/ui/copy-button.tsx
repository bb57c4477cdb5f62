import { Copy } from 'lucide-react';
import { useState } from 'react';
import { capitalize } from './capitalize.ts';
import { CopyDialog } from './copy-dialog.tsx';
import { showToast } from './toast.ts';

interface CopyButtonProps {
  /** What the text is, for example `link`. */
  what: string;
  text: string;
  /** What the text belongs to, where there are several such buttons. */
  of?: string;
  className?: string;
}

/** Copies a text, or shows it if the browser does not allow that. Not for use within a form, because of the dialog. */
export const CopyButton = ({ what, text, of, className = 'btn-sm' }: CopyButtonProps) => {
  const [isShown, setIsShown] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      void showToast(`${capitalize(what)} copied`);
    } catch {
      // The user has not allowed it, or the site is not served over HTTPS.
      setIsShown(true);
    }
  };
  return (
    <>
      <button
        type="button"
        className={`btn ${className}`}
        onClick={() => void copy()}
        aria-label={of && `Copy ${what}: ${of}`}
      >
        <Copy className="size-4" aria-hidden="true" />
        Copy {what}
      </button>
      {isShown && <CopyDialog what={what} text={text} onClose={() => setIsShown(false)} />}
    </>
  );
};
