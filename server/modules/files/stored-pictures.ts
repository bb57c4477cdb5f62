import type { StoredPicture } from '#contract/picture-url.ts';

/** The folder of all pictures in storage. */
export const PICTURES_FOLDER = 'images';

/** The storage path of all files of a picture. */
export const pictureFolder = (hash: string): string => `${PICTURES_FOLDER}/${hash.slice(0, 2)}/${hash}`;

/** The storage key of a picture in one of its widths. */
export const fileKey = ({ hash }: Pick<StoredPicture, 'hash'>, width: number): string =>
  `${pictureFolder(hash)}/${width}.webp`;

/** The hash of the picture that a storage key belongs to, or undefined for a key that the server did not create. */
export const hashOfKey = (key: string): string | undefined =>
  /^images\/[\da-f]{2}\/([\da-f]{32})\/[^/]+$/.exec(key)?.[1];
