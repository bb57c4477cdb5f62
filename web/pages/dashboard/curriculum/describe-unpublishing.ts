import type { Content } from './lesson-content.ts';

/** The label of the control that replaces the file of a lesson. */
export const REPLACE_LABEL = { video: 'Replace the video', file: 'Replace the file' } as const;

/** Describes what happens to a published lesson when its file is removed. */
export const describeUnpublishing = ({ kind, captions, poster }: Content): string => {
  const lost = [captions.length > 0 && 'captions', poster !== '' && 'poster'].filter(Boolean).join(' and ');
  const removed = lost && ` Its ${lost} will be removed too.`;
  const replace = REPLACE_LABEL[kind === 'video' ? 'video' : 'file'];
  return `The lesson will become a draft, which your students no longer see.${removed} To keep it published, use “${replace}” instead.`;
};
