import { type Crop, PICTURE_LIMITS } from '#contract/files.ts';
import { formatBytes } from '#web/ui/format-bytes.ts';

/** A file that the user has chosen, and the part of it to show. */
export interface ChosenPicture {
  file: File;
  /** The object URL of the file, valid until `releasePicture`. */
  address: string;
  crop?: Crop;
}

/**
 * The types that the file dialog offers. Phones also offer the camera, and convert their own formats to one of these.
 */
export const ACCEPTED_TYPES = PICTURE_LIMITS.types.join(',');

/** @param limit in bytes @returns why a file cannot be uploaded, or undefined */
export const findProblem = ({ size, type }: File, limit: number): string | undefined => {
  if (!PICTURE_LIMITS.types.some((accepted) => accepted === type))
    return 'This is not a JPEG, PNG, WebP, AVIF or GIF picture.';
  if (size === 0) return 'This file is empty.';
  if (size > limit) return `This picture is ${formatBytes(size)}. The limit is ${formatBytes(limit)}.`;
  return undefined;
};

export const openPicture = (file: File): ChosenPicture => ({ file, address: URL.createObjectURL(file) });

/** Releases the object URL of a picture that is no longer shown. */
export const releasePicture = ({ address }: ChosenPicture): void => URL.revokeObjectURL(address);
