import { CircleAlert, FileCheck, LoaderCircle, X } from 'lucide-react';
import { formatBytes } from '#web/ui/format-bytes.ts';
import { UploadProgress } from '#web/ui/upload-progress.tsx';
import { type FileEntry, isUnderWay } from './use-file-uploads.ts';

const ICONS = {
  stored: <FileCheck className="size-5 shrink-0 text-success" aria-hidden="true" />,
  waiting: <LoaderCircle className="size-5 shrink-0" aria-hidden="true" />,
  uploading: <LoaderCircle className="size-5 shrink-0 motion-safe:animate-spin" aria-hidden="true" />,
  storing: <LoaderCircle className="size-5 shrink-0 motion-safe:animate-spin" aria-hidden="true" />,
  failed: <CircleAlert className="size-5 shrink-0 text-error" aria-hidden="true" />,
};

const Status = ({ entry }: { entry: FileEntry }) => {
  if (entry.state === 'failed')
    return (
      <span role="alert" className="text-sm text-error">
        {entry.message}
      </span>
    );
  if (entry.state === 'waiting') return <span className="muted text-sm">Waiting…</span>;
  if (entry.state === 'storing')
    return (
      <span role="status" className="muted text-sm">
        The file has arrived and is being stored. This can take several minutes.
      </span>
    );
  if (entry.state === 'stored')
    return <span className="muted text-sm">{formatBytes(entry.bytes)}, uploaded</span>;
  const { name, progress, isInterrupted } = entry;
  return (
    <UploadProgress
      label={`Upload of ${name}`}
      progress={progress}
      isInterrupted={isInterrupted}
      sent="Checking…"
    />
  );
};

interface FileRowProps {
  entry: FileEntry;
  onRemove: (key: string) => void;
  onRetry: (entry: FileEntry, sent: File) => void;
}

/** A file in a form: its name, its upload progress, and its actions. */
export const FileRow = ({ entry, onRemove, onRetry }: FileRowProps) => {
  return (
    <li className="flex items-center gap-3 rounded-field bg-base-200 px-3 py-2">
      {ICONS[entry.state]}
      <span className="grid min-w-0 flex-1 justify-items-start">
        <bdi className="font-medium wrap-anywhere">{entry.name}</bdi>
        <Status entry={entry} />
        {entry.state === 'failed' && entry.isRepeatable && (
          <button type="button" className="btn btn-sm" onClick={() => onRetry(entry, entry.sent)}>
            Try again
          </button>
        )}
      </span>
      <button
        type="button"
        className="btn btn-square btn-ghost btn-sm"
        aria-label={`${isUnderWay(entry) ? 'Cancel upload of' : 'Remove'} ${entry.name}`}
        onClick={() => onRemove(entry.key)}
      >
        <X className="size-4" aria-hidden="true" />
      </button>
    </li>
  );
};
