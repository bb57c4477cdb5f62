import { Info } from 'lucide-react';
import type { Content } from './lesson-content.ts';

interface DraftNoticeProps {
  content: Content;
  /** Whether the lesson has become a draft because its file was removed. */
  isUnpublished: boolean;
}

const textOf = ({ kind, file, video }: Content): string => {
  if (file || video)
    return 'This lesson is still a draft. Select Published to show it to your students again.';
  const missing = kind === 'video' ? 'video' : 'file';
  return `This lesson is now a draft, which your students no longer see. Upload a ${missing}, then select Published to show it again.`;
};

/** Says where its file was that a lesson is a draft, and how to publish it again. */
export const DraftNotice = ({ content, isUnpublished }: DraftNoticeProps) => (
  <div role="status" className="empty:hidden">
    {isUnpublished && content.status === 'draft' && (
      <p className="flex items-start gap-2 font-semibold">
        <Info className="size-5 shrink-0 text-primary" aria-hidden="true" />
        {textOf(content)}
      </p>
    )}
  </div>
);
