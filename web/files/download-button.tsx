import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { FormError } from '#web/ui/form-error.tsx';
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
export const DownloadButton = ({
  fetchLink,
  label,
  className = 'btn btn-outline',
  children,
}: DownloadButtonProps) => {
  const download = useMutation({ mutationFn: fetchLink, onSuccess: followDownload });
  return (
    <div className="grid justify-items-start gap-2">
      <button
        type="button"
        className={className}
        disabled={download.isPending}
        aria-busy={download.isPending}
        aria-label={label}
        onClick={() => download.mutate()}
      >
        <Download className="size-4" aria-hidden="true" />
        {children}
      </button>
      {download.error && <FormError>{download.error.message}</FormError>}
    </div>
  );
};
