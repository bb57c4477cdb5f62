import { Paperclip } from 'lucide-react';
import { useId, useState } from 'react';
import type { FilePurpose } from '#contract/files.ts';
import { useUploadLimit } from '#web/calls/config.ts';
import { formatBytes } from '#web/ui/format-bytes.ts';
import { useIsSending } from '#web/ui/sending.ts';
import { useFileDrop } from '#web/ui/use-file-drop.ts';
import { FileRow } from './file-row.tsx';
import type { FileUploads } from './use-file-uploads.ts';

interface FilesFieldProps {
  uploads: FileUploads;
  purpose: FilePurpose;
  /** The maximum number of files. */
  max: number;
  /** Describes which files can be uploaded. */
  hint: string;
  error?: string;
}

/** Accepts files from the file dialog, the clipboard or drag and drop, uploads them and shows their progress. */
export const FilesField = ({ uploads, purpose, max, hint, error }: FilesFieldProps) => {
  const limit = useUploadLimit(purpose);
  const inputId = useId();
  const hintId = useId();
  const errorId = useId();
  const [isTooMany, setIsTooMany] = useState(false);
  const { entries } = uploads;
  const isFull = entries.length >= max;
  const isSending = useIsSending();
  const isClosed = isFull || isSending;

  const take = (files: readonly File[]) => {
    if (isSending) return;
    setIsTooMany(entries.length + files.length > max);
    uploads.add(files.slice(0, Math.max(0, max - entries.length)));
  };
  const remove = (key: string) => {
    if (!isSending) uploads.remove(key);
  };
  const { isOver, dropProps } = useFileDrop(take);
  const tooMany =
    isTooMany && isFull ? `You can add ${max} files at most. The others were left out.` : undefined;

  return (
    <div
      role="group"
      aria-label="Files"
      className={`grid gap-3 rounded-field border border-dashed p-4 ${isOver ? 'border-primary bg-primary/5' : 'border-base-content/25'}`}
      {...dropProps}
    >
      {entries.length > 0 && (
        <ul className="grid gap-2" aria-label="Your files">
          {entries.map((entry) => (
            <FileRow key={entry.key} entry={entry} onRemove={remove} onRetry={uploads.retry} />
          ))}
        </ul>
      )}
      <div className="grid gap-2">
        <label
          htmlFor={inputId}
          className={`btn w-fit btn-outline has-focus-visible:outline-2 has-focus-visible:outline-offset-2 ${isClosed ? 'btn-disabled' : ''}`}
        >
          <Paperclip className="size-4" aria-hidden="true" />
          Add files
          <input
            id={inputId}
            type="file"
            multiple
            className="sr-only"
            disabled={isClosed}
            aria-describedby={`${hintId} ${errorId}`}
            onChange={({ target }) => {
              take([...(target.files ?? [])]);
              // Allows the same file to be chosen again.
              target.value = '';
            }}
          />
        </label>
        <p id={hintId} className="muted text-sm">
          Or drop or paste them here. {hint} Up to {max} files of {formatBytes(limit)} each.
        </p>
      </div>
      <p id={errorId} role="alert" className="text-sm text-error empty:hidden">
        {error ?? tooMany}
      </p>
    </div>
  );
};
