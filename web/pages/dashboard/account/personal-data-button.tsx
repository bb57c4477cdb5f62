import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { fetchOwnFilesLink, fetchPersonalData } from '#web/calls/account.ts';
import { DownloadButton } from '#web/files/download-button.tsx';
import { FormError } from '#web/ui/form-error.tsx';
import { saveFile } from '#web/ui/save-file.ts';

const FILE_NAME = 'my-data.json';

/** Downloads the user's personal data. */
export const PersonalDataButton = () => {
  const download = useMutation({
    mutationFn: fetchPersonalData,
    onSuccess: (data) =>
      saveFile(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }), FILE_NAME),
  });
  return (
    <div className="grid justify-items-start gap-3">
      <p className="muted">
        Everything we store about you, in one machine-readable file, and the files that you have uploaded.
      </p>
      <button
        type="button"
        className="btn btn-outline"
        disabled={download.isPending}
        aria-busy={download.isPending}
        onClick={() => download.mutate()}
      >
        <Download className="size-4" aria-hidden="true" />
        Download my data
      </button>
      {download.error && <FormError>{download.error.message}</FormError>}
      <DownloadButton fetchLink={fetchOwnFilesLink}>Download my files (ZIP)</DownloadButton>
    </div>
  );
};
