import { useEffect, useRef } from 'react';
import { type ChosenPicture, releasePicture } from './chosen-picture.ts';

/** Releases a chosen picture once another one takes its place, it is dropped, or the component disappears. */
export const usePictureOwner = () => {
  const owned = useRef<ChosenPicture>(undefined);
  useEffect(
    () => () => {
      if (owned.current) releasePicture(owned.current);
    },
    [],
  );
  return {
    own: (picture: ChosenPicture | undefined): void => {
      if (owned.current && owned.current.address !== picture?.address) releasePicture(owned.current);
      owned.current = picture;
    },
    /** Leaves the picture to another owner. */
    handOver: (): void => {
      owned.current = undefined;
    },
  };
};
