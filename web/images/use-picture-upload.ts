import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { canRepeatUpload, uploadPicture } from '#web/calls/uploads.ts';
import type { ChosenPicture } from './chosen-picture.ts';
import { usePictureOwner } from './use-picture-owner.ts';

export type Upload =
  | { state: 'idle' }
  /** `progress` is from 0 to 1. An upload that is interrupted waits for a connection. */
  | { state: 'uploading'; progress: number; isInterrupted: boolean; picture: ChosenPicture }
  | { state: 'failed'; message: string; isRepeatable: boolean; picture: ChosenPicture };

/**
 * Uploads a picture and passes on its address. Leaving the screen cancels the upload.
 * @param onUploading called when an upload starts and when none is running any more
 */
export const usePictureUpload = (
  onUploaded: (address: string) => void,
  onUploading?: (isUploading: boolean) => void,
) => {
  const [upload, setUpload] = useState<Upload>({ state: 'idle' });
  const { own } = usePictureOwner();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const isUploading = upload.state === 'uploading';
  const report = useEffectEvent((is: boolean) => onUploading?.(is));
  useEffect(() => {
    if (!isUploading) return undefined;
    report(true);
    return () => report(false);
  }, [isUploading]);

  const start = async (picture: ChosenPicture) => {
    running.current?.abort();
    own(picture);
    const controller = new AbortController();
    running.current = controller;
    const { signal } = controller;
    let reached = 0;
    const show = (isInterrupted: boolean) => {
      if (!signal.aborted) setUpload({ state: 'uploading', progress: reached, isInterrupted, picture });
    };
    show(false);
    try {
      const address = await uploadPicture(picture.file, picture.crop, {
        signal,
        onProgress: (progress) => {
          reached = progress;
          show(false);
        },
        onInterrupted: () => show(true),
      });
      if (signal.aborted) return;
      setUpload({ state: 'idle' });
      own(undefined);
      onUploaded(address);
    } catch (error) {
      const { message } = error as Error;
      if (!signal.aborted)
        setUpload({ state: 'failed', message, isRepeatable: canRepeatUpload(error), picture });
    }
  };

  const cancel = () => {
    running.current?.abort();
    setUpload({ state: 'idle' });
    own(undefined);
  };

  return { upload, start: (picture: ChosenPicture) => void start(picture), cancel };
};
