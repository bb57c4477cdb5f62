import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { type DocumentEntry, getDocument } from '#contract/documents.ts';
import { requestFile } from '#web/calls/client/api-client.ts';
import { saveFile } from '#web/ui/save-file.ts';

/** Downloads a receipt or credit note as a PDF file. */
export const DocumentButton = ({ document: { _id, number } }: { document: DocumentEntry }) => {
  const download = useMutation({
    mutationFn: () => requestFile(getDocument, { id: _id }),
    onSuccess: (file) => saveFile(file, `${number}.pdf`),
  });
  return (
    <span className="grid gap-1 print:hidden">
      <button
        type="button"
        className="btn btn-outline"
        disabled={download.isPending}
        aria-busy={download.isPending}
        aria-label={`Download ${number} as a PDF`}
        onClick={() => download.mutate()}
      >
        <Download className="size-4" aria-hidden="true" />
        PDF
      </button>
      {download.error && (
        <span role="alert" className="text-sm text-error">
          {download.error.message}
        </span>
      )}
    </span>
  );
};
