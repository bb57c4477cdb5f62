import type { StoredPicture } from '#contract/picture-url.ts';
import { PICTURES_FOLDER } from '../../files/storage.ts';

const KEY = new RegExp(String.raw`^${PICTURES_FOLDER}/[\da-f]{2}/([\da-f]{32})/[^/]+$`);

/** The storage path of all files of a picture. */
export const pictureFolder = (hash: string): string => `${PICTURES_FOLDER}/${hash.slice(0, 2)}/${hash}`;

/** The storage key of a picture in one of its widths. */
export const fileKey = ({ hash }: Pick<StoredPicture, 'hash'>, width: number): string =>
  `${pictureFolder(hash)}/${width}.webp`;

/** The hash of the picture that a storage key belongs to, or undefined for a key that the server did not create. */
export const hashOfKey = (key: string): string | undefined => KEY.exec(key)?.[1];
