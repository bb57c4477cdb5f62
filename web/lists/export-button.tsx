import { Download } from 'lucide-react';
import type { Call } from '#contract/call.ts';
import { requestFile } from '#web/calls/client/api-client.ts';
import { ActionButton } from '#web/ui/action-button.tsx';
import { saveFile } from '#web/ui/save-file.ts';

interface ExportButtonProps {
  call: Call;
  /** Path parameters of the call. */
  params?: Record<string, string>;
  fileName: string;
}

/** Downloads the whole list as a CSV file. */
export const ExportButton = ({ call, params, fileName }: ExportButtonProps) => (
  <div className="grid justify-items-end gap-1">
    <ActionButton action={() => requestFile(call, params)} onDone={(file) => saveFile(file, fileName)}>
      <Download className="size-4" aria-hidden="true" />
      Export CSV
    </ActionButton>
  </div>
);
