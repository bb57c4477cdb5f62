import { parsePictureAddress, pictureAddress, PICTURES_PATH } from '#contract/picture-address.ts';

const ADDRESSES = new RegExp(`${PICTURES_PATH}/[\\w-]+/\\d+\\.webp`, 'g');

/** The stored pictures that a text shows, each by the address under which it is recorded. */
export const picturesIn = (text: string): string[] => {
  const found = (text.match(ADDRESSES) ?? []).flatMap((address) => parsePictureAddress(address) ?? []);
  return [...new Set(found.map((picture) => pictureAddress(picture)))];
};
