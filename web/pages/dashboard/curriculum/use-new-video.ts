import { useRef, useState } from 'react';
import type { StoredFile } from '#contract/files.ts';
import type { Content } from './lesson-content.ts';

/** A video that was uploaded in this editor, and the length of the previous one in minutes, if it is known. */
interface NewVideo {
  file: string;
  before: number | undefined;
}

const CAPTIONS_REMOVED = 'The captions were removed, because they belong to the previous video.';

/**
 * Sets what depends on a newly uploaded video: its minutes, unless the teacher has entered others than the length of the
 * previous video, and no captions of the previous one. A teacher can leave the minutes of an earlier upload empty.
 */
export const useNewVideo = (content: Content, onChange: (change: Partial<Content>) => void) => {
  const [notice, setNotice] = useState('');
  /** The length of the video that was shown last, in minutes. */
  const shown = useRef<number>(undefined);
  const unmeasured = useRef<NewVideo>(undefined);
  const replace = (file: StoredFile) => {
    unmeasured.current = { file: file._id, before: shown.current };
    setNotice(content.captions.length > 0 ? CAPTIONS_REMOVED : '');
    onChange({ file, video: '', captions: [] });
  };
  /** @param duration in seconds */
  const measure = (duration: number) => {
    if (!Number.isFinite(duration)) return;
    const length = Math.max(1, Math.round(duration / 60));
    shown.current = length;
    const { current } = unmeasured;
    if (!current || current.file !== content.file?._id) return;
    unmeasured.current = undefined;
    const { minutes } = content;
    if (minutes === length || (minutes !== null && minutes !== current.before)) return;
    onChange({ minutes: length });
    if (minutes === null) return;
    const renewed = `Minutes were changed from ${minutes} to ${length}, the length of the new video.`;
    setNotice((present) => [present, renewed].filter(Boolean).join(' '));
  };
  const change = (changed: Partial<Content>) => {
    setNotice('');
    onChange(changed);
  };
  return {
    /** What has changed with the video, for the user. */
    notice,
    replace,
    measure,
    /** Changes the content and removes the notice. */
    change,
  };
};
