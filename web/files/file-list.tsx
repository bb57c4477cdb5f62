import { FileText } from 'lucide-react';
import type { StoredFile } from '#contract/files.ts';
import { fetchFileLink } from '#web/calls/files.ts';
import { formatBytes } from '#web/ui/format-bytes.ts';
import { DownloadButton } from './download-button.tsx';

/** Submitted files, each with its size and a download button. */
export const FileList = ({ files, label }: { files: readonly StoredFile[]; label: string }) => (
  <ul className="grid gap-2" aria-label={label}>
    {files.map(({ _id, name, bytes }) => (
      <li
        key={_id}
        className="flex items-center gap-3 rounded-field border border-base-300 bg-base-100 px-3 py-2"
      >
        <FileText className="size-5 shrink-0 text-primary" aria-hidden="true" />
        <span className="grid min-w-0 flex-1">
          <bdi className="font-medium wrap-anywhere">{name}</bdi>
          <span className="muted text-sm">{formatBytes(bytes)}</span>
        </span>
        <DownloadButton
          fetchLink={() => fetchFileLink(_id)}
          label={`Download ${name}`}
          className="btn btn-ghost btn-sm"
        >
          <span className="max-sm:sr-only">Download</span>
        </DownloadButton>
      </li>
    ))}
  </ul>
);
