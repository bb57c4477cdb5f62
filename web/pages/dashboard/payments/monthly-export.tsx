import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { type SyntheticEvent, useId, useState } from 'react';
import { exportDocuments } from '#contract/documents.ts';
import { requestFile } from '#web/calls/client/api-client.ts';
import { saveFile } from '#web/ui/save-file.ts';

/** The previous month (UTC), which is the one that accountants ask for. */
const lastMonth = (): string => {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1)).toISOString().slice(0, 7);
};

/** Downloads the receipts and credit notes of a month as a CSV file. */
export const MonthlyExport = () => {
  const id = useId();
  const [month, setMonth] = useState(lastMonth);
  const download = useMutation({
    mutationFn: () => requestFile(exportDocuments, undefined, { month }),
    onSuccess: (file) => saveFile(file, `receipts-${month}.csv`),
  });
  const send = (event: SyntheticEvent) => {
    event.preventDefault();
    download.mutate();
  };
  return (
    <form className="flex flex-wrap items-end gap-3" onSubmit={send}>
      <label htmlFor={id} className="-mb-2 w-full text-sm font-semibold">
        Receipts and credit notes of a month (UTC)
      </label>
      <input
        id={id}
        type="month"
        required
        pattern="20[0-9]{2}-(0[1-9]|1[0-2])"
        className="input w-[min(11rem,100%)]"
        value={month}
        onChange={({ target }) => setMonth(target.value)}
      />
      <button
        type="submit"
        className="btn btn-outline"
        disabled={download.isPending || !month}
        aria-busy={download.isPending}
      >
        <Download className="size-4" aria-hidden="true" />
        Monthly CSV
      </button>
      {download.error && (
        <p role="alert" className="w-full text-sm text-error">
          {download.error.message}
        </p>
      )}
    </form>
  );
};
