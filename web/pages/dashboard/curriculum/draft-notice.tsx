import { Info } from 'lucide-react';
import { type Content, isMissingFile } from './lesson-content.ts';

interface DraftNoticeProps {
  content: Content;
  /** Whether the lesson has become a draft because its file was removed. */
  isUnpublished: boolean;
}

const textOf = (content: Content): string => {
  if (!isMissingFile(content))
    return 'This lesson is still a draft. Select Published to show it to your students again.';
  const missing = content.kind === 'video' ? 'video' : 'file';
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
