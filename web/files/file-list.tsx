import { FileText } from 'lucide-react';
import type { StoredFile } from '#contract/files.ts';
import { fetchFileLink } from '#web/calls/files.ts';
import { formatBytes } from '#web/ui/format-bytes.ts';
import { DownloadButton } from './download-button.tsx';
import { FilePicture, isShownAsPicture } from './file-picture.tsx';

/** Submitted files, each with its size, a download button and, if it is one, the picture. */
export const FileList = ({ files, label }: { files: readonly StoredFile[]; label: string }) => (
  <ul className="grid gap-2" aria-label={label}>
    {files.map((file) => (
      <li
        key={file._id}
        className="grid grid-cols-1 gap-2 rounded-field border border-base-300 bg-base-100 px-3 py-2"
      >
        <div className="flex items-center gap-3">
          <FileText className="size-5 shrink-0 text-primary" aria-hidden="true" />
          <span className="grid min-w-0 flex-1">
            <bdi className="font-medium wrap-anywhere">{file.name}</bdi>
            <span className="muted text-sm">{formatBytes(file.bytes)}</span>
          </span>
          <DownloadButton
            fetchLink={() => fetchFileLink(file._id)}
            label={`Download ${file.name}`}
            className="btn btn-ghost btn-sm"
          >
            <span className="max-sm:sr-only">Download</span>
          </DownloadButton>
        </div>
        {isShownAsPicture(file) && <FilePicture file={file} />}
      </li>
    ))}
  </ul>
);
