import { Check, Share2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';

const COPIED = 'Link copied';

interface ShareButtonProps {
  title: string;
  /** Another button beside it. */
  children: ReactNode;
}

/** Shares the page's address with the device's share dialog, or copies it. */
export const ShareButton = ({ title, children }: ShareButtonProps) => {
  const [message, setMessage] = useState<string>();
  const Icon = message === COPIED ? Check : Share2;
  const share = async () => {
    const url = window.location.href;
    setMessage(undefined);
    try {
      if ('share' in navigator) await navigator.share({ title, url });
      else {
        await (navigator as Navigator).clipboard.writeText(url);
        setMessage(COPIED);
      }
    } catch (failure) {
      // Closing the share dialog is not a failure.
      if ((failure as Error).name !== 'AbortError')
        setMessage('The link could not be copied. Copy it from the address bar.');
    }
  };
  return (
    <div className="grid gap-1">
      <div className="flex flex-wrap gap-2 *:flex-1 *:whitespace-nowrap">
        <button type="button" className="btn btn-outline" onClick={() => void share()}>
          <Icon className="size-4" aria-hidden="true" />
          Share
        </button>
        {children}
      </div>
      <p role="status" className="muted text-center text-sm">
        {message}
      </p>
    </div>
  );
};
