import { FileText } from 'lucide-react';
import { formatBytes } from '#web/ui/format-bytes.ts';
import type { Content } from './lesson-content.ts';
import { useFileRemoval } from './use-file-removal.ts';

interface PresentFileProps {
  content: Content;
  onChange: (change: Partial<Content>) => void;
  /** Called if the lesson has become a draft because its file was removed. */
  onUnpublished: () => void;
  /** Called after the file was removed, with which the focused button disappears. */
  onRemoved: () => void;
}

/** The uploaded file of a lesson, which can be removed. */
export const PresentFile = ({ onRemoved, ...removal }: PresentFileProps) => {
  const remove = useFileRemoval(removal);
  const { file } = removal.content;
  if (!file) return null;
  const removeAndMoveFocus = async () => {
    if (await remove()) onRemoved();
  };
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-field bg-base-200 px-3 py-2">
      <FileText className="size-5 shrink-0 text-primary" aria-hidden="true" />
      <span className="min-w-0 flex-1">
        <bdi className="block font-medium wrap-anywhere">{file.name}</bdi>
        <span className="muted text-sm">{formatBytes(file.bytes)}</span>
      </span>
      <button type="button" className="btn btn-sm" onClick={() => void removeAndMoveFocus()}>
        Remove<span className="sr-only"> {file.name}</span>
      </button>
    </div>
  );
};
