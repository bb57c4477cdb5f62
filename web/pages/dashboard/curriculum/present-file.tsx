import { FileText } from 'lucide-react';
import { formatBytes } from '#web/ui/format-bytes.ts';
import type { Content } from './lesson-content.ts';

interface PresentFileProps {
  content: Content;
  onChange: (change: Partial<Content>) => void;
}

/** The uploaded file of a lesson, which can be removed. */
export const PresentFile = ({ content, onChange }: PresentFileProps) =>
  content.file && (
    <div className="flex flex-wrap items-center gap-3 rounded-field bg-base-200 px-3 py-2">
      <FileText className="size-5 shrink-0 text-primary" aria-hidden="true" />
      <span className="min-w-0 flex-1">
        <bdi className="block font-medium wrap-anywhere">{content.file.name}</bdi>
        <span className="muted text-sm">{formatBytes(content.file.bytes)}</span>
      </span>
      <button
        type="button"
        className="btn btn-sm"
        // A published lesson requires its file.
        onClick={() => onChange({ file: null, captions: [], poster: '', status: 'draft' })}
      >
        Remove<span className="sr-only"> {content.file.name}</span>
      </button>
    </div>
  );
