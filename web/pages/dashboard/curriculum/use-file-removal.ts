import { useEffect, useRef } from 'react';
import { askUser } from '#web/ui/confirm.ts';
import { describeUnpublishing } from './describe-unpublishing.ts';
import type { Content } from './lesson-content.ts';
import { useClosing } from './use-closing.ts';

interface FileRemoval {
  content: Content;
  onChange: (change: Partial<Content>) => void;
  /** Called if the lesson was published. */
  onUnpublished: () => void;
}

/**
 * Removes the file of a lesson, with what belongs to it. A published lesson requires its file, so it becomes a draft once
 * the teacher has confirmed that.
 * @returns a function that returns whether the file was removed
 */
export const useFileRemoval = ({ content, onChange, onUnpublished }: FileRemoval) => {
  const closing = useClosing();
  const present = useRef(content);
  useEffect(() => {
    present.current = content;
  });
  return async (): Promise<boolean> => {
    const isPublished = content.status === 'published';
    if (isPublished) {
      const question = {
        title: content.kind === 'video' ? 'Remove the video?' : 'Remove the file?',
        subject: content.file?.name,
        text: describeUnpublishing(content),
        confirm: 'Remove and make it a draft',
        buttonClass: 'btn-error',
      };
      if ((await askUser(question, closing())) !== true) return false;
      // A replacement whose upload has ended meanwhile is not what the teacher agreed to remove.
      if (present.current.file?._id !== content.file?._id) return false;
    }
    onChange({ file: null, captions: [], poster: '', status: 'draft' });
    if (isPublished) onUnpublished();
    return true;
  };
};
