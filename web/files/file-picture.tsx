import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PICTURE_LIMITS, type StoredFile } from '#contract/files.ts';
import { filePictureQuery } from '#web/calls/files.ts';

/** In bytes. A larger picture would take long to load, and is downloaded on demand only. */
const LARGEST = 10 * 1024 * 1024;

/** Whether browsers can show a file as a picture. */
export const isShownAsPicture = ({ type, bytes }: StoredFile): boolean =>
  PICTURE_LIMITS.types.some((shown) => shown === type) && bytes <= LARGEST;

/** A private picture. Nothing is shown if it cannot be loaded, because it can still be downloaded. */
export const FilePicture = ({ file: { _id, name } }: { file: StoredFile }) => {
  const { data: address, isError } = useQuery(filePictureQuery(_id));
  const [hasFailed, setHasFailed] = useState(false);
  if (isError || hasFailed) return null;
  return (
    // The height is fixed, so that nothing moves when the picture arrives.
    <div className="h-60 w-full">
      {address && (
        <img
          src={address}
          alt={name}
          loading="lazy"
          decoding="async"
          className="size-full object-contain object-left rtl:object-right"
          onError={() => setHasFailed(true)}
        />
      )}
    </div>
  );
};
