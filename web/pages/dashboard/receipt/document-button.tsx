import { Download } from 'lucide-react';
import { type DocumentEntry, getDocument } from '#contract/documents.ts';
import { requestFile } from '#web/calls/client/api-client.ts';
import { ActionButton } from '#web/ui/action-button.tsx';
import { saveFile } from '#web/ui/save-file.ts';

/** Downloads a receipt or credit note as a PDF file. */
export const DocumentButton = ({ document: { _id, number } }: { document: DocumentEntry }) => (
  <div className="grid gap-1 print:hidden">
    <ActionButton
      action={() => requestFile(getDocument, { id: _id })}
      onDone={(file) => saveFile(file, `${number}.pdf`)}
      label={`Download ${number} as a PDF`}
    >
      <Download className="size-4" aria-hidden="true" />
      PDF
    </ActionButton>
  </div>
);
