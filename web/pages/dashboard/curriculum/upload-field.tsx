import { Upload } from 'lucide-react';
import { type Ref, useEffect, useEffectEvent, useId } from 'react';
import type { FilePurpose, StoredFile } from '#contract/files.ts';
import { useUploadLimit } from '#web/calls/config.ts';
import { FileRow } from '#web/files/file-row.tsx';
import { useFileUploads } from '#web/files/use-file-uploads.ts';
import { UPLOADING, useLeaveWarning } from '#web/forms/use-leave-warning.ts';
import { formatBytes } from '#web/ui/format-bytes.ts';
import { useFileDrop } from '#web/ui/use-file-drop.ts';

interface UploadFieldProps {
  ref?: Ref<HTMLInputElement>;
  purpose: FilePurpose;
  /** The accessible name of the button. */
  label: string;
  /** Describes which files can be uploaded. */
  hint: string;
  /** The types that the file dialog offers. The server checks the actual content. */
  accept?: string;
  error?: string;
  onUploaded: (file: StoredFile) => void;
  /** Called when an upload begins and when none is under way any more. */
  onUploading?: (isUploading: boolean) => void;
}

/** Uploads one file and passes on its record. */
export const UploadField = (props: UploadFieldProps) => {
  const { ref, purpose, label, hint, accept, error, onUploaded, onUploading } = props;
  const id = useId();
  const limit = useUploadLimit(purpose);
  const { entries, add, remove, retry, isUploading } = useFileUploads(purpose);
  // The address of a lesson differs from that of the list only in its query.
  useLeaveWarning(isUploading, { loss: UPLOADING, coversQuery: true });
  const report = useEffectEvent(() => onUploading?.(isUploading));
  useEffect(() => report(), [isUploading]);
  const finish = useEffectEvent(() => {
    for (const entry of entries) {
      if (entry.state !== 'stored') continue;
      remove(entry.key);
      onUploaded(entry.file);
    }
  });
  useEffect(() => finish(), [entries]);
  const take = (files: readonly File[]) => {
    for (const { key } of entries) remove(key);
    add(files.slice(0, 1));
  };
  const { isOver, dropProps } = useFileDrop(take);
  return (
    <div
      role="group"
      aria-label={label}
      className={`grid gap-3 rounded-field border border-dashed p-4 ${isOver ? 'border-primary bg-primary/5' : 'border-base-content/25'}`}
      {...dropProps}
    >
      {entries.length > 0 && (
        <ul aria-label="Upload">
          {entries.map((entry) => (
            <FileRow key={entry.key} entry={entry} onRemove={remove} onRetry={retry} />
          ))}
        </ul>
      )}
      <label className="btn w-fit btn-outline has-focus-visible:outline-2 has-focus-visible:outline-offset-2">
        <Upload className="size-4" aria-hidden="true" />
        {label}
        <input
          ref={ref}
          type="file"
          className="sr-only"
          accept={accept}
          aria-describedby={`${id}-hint ${id}-error`}
          onChange={({ target }) => {
            take([...(target.files ?? [])]);
            // Allows the same file to be chosen again.
            target.value = '';
          }}
        />
      </label>
      <p id={`${id}-hint`} className="muted text-sm">
        Or drop or paste it here. {hint} Up to {formatBytes(limit)}.
      </p>
      <p id={`${id}-error`} role="alert" className="text-sm text-error empty:hidden">
        {error}
      </p>
    </div>
  );
};
