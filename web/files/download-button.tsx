import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { ActionButton } from '#web/ui/action-button.tsx';
import { followDownload } from './follow-download.ts';

interface DownloadButtonProps {
  /** Creates the short-lived link. */
  fetchLink: () => Promise<string>;
  /** The accessible name, if the text alone does not say what is downloaded. */
  label?: string;
  className?: string;
  children: ReactNode;
}

/** Downloads private files by a link that is created on click. */
export const DownloadButton = ({ fetchLink, children, ...button }: DownloadButtonProps) => (
  <div className="grid justify-items-start gap-2">
    <ActionButton action={fetchLink} onDone={followDownload} {...button}>
      <Download className="size-4" aria-hidden="true" />
      {children}
    </ActionButton>
  </div>
);
