import { parsePictureUrl, pictureUrl, PICTURES_PATH } from '#contract/picture-url.ts';

const ADDRESSES = new RegExp(`${PICTURES_PATH}/[\\w-]+/\\d+\\.webp`, 'g');

/** The addresses of the stored pictures in a text, each as it is recorded. */
export const picturesIn = (text: string): string[] => {
  const found = (text.match(ADDRESSES) ?? []).flatMap((address) => parsePictureUrl(address) ?? []);
  return [...new Set(found.map((picture) => pictureUrl(picture)))];
};
