import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import type { Call } from '#contract/call.ts';
import { requestFile } from '#web/calls/client/api-client.ts';
import { saveFile } from '#web/ui/save-file.ts';

interface ExportButtonProps {
  call: Call;
  /** Path parameters of the call. */
  params?: Record<string, string>;
  fileName: string;
}

/** Downloads the whole list as a CSV file. */
export const ExportButton = ({ call, params, fileName }: ExportButtonProps) => {
  const download = useMutation({
    mutationFn: () => requestFile(call, params),
    onSuccess: (file) => saveFile(file, fileName),
  });
  return (
    <div className="grid justify-items-end gap-1">
      <button
        type="button"
        className="btn btn-outline"
        disabled={download.isPending}
        aria-busy={download.isPending}
        onClick={() => download.mutate()}
      >
        <Download className="size-4" aria-hidden="true" />
        Export CSV
      </button>
      {download.error && (
        <p role="alert" className="text-sm text-error">
          {download.error.message}
        </p>
      )}
    </div>
  );
};
