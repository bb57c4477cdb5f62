import { Download } from 'lucide-react';
import { fetchOwnFilesLink, fetchPersonalData } from '#web/calls/account.ts';
import { DownloadButton } from '#web/files/download-button.tsx';
import { ActionButton } from '#web/ui/action-button.tsx';
import { saveFile } from '#web/ui/save-file.ts';

const FILE_NAME = 'my-data.json';

const save = (data: object): void =>
  saveFile(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }), FILE_NAME);

/** Downloads the user's personal data. */
export const PersonalDataButton = () => (
  <div className="grid justify-items-start gap-3">
    <p className="muted">
      Everything we store about you, in one machine-readable file, and the files that you have uploaded.
    </p>
    <ActionButton action={fetchPersonalData} onDone={save}>
      <Download className="size-4" aria-hidden="true" />
      Download my data
    </ActionButton>
    <DownloadButton fetchLink={fetchOwnFilesLink}>Download my files (ZIP)</DownloadButton>
  </div>
);
