/** The widths in which a picture is stored besides its own, in pixels. No stored picture is wider than the last one. */
export const PICTURE_WIDTHS = [96, 192, 320, 640, 960, 1_280, 1_600] as const;

/** Where stored pictures are served. They are public, and a picture's URL changes with its content. */
export const PICTURES_PATH = '/images';

const PATTERN = /^\/images\/([0-9a-f]{32})-(\d{1,5})x(\d{1,5})\/(\d{1,5})\.webp$/;

/** A stored picture. Sizes are in pixels. */
export interface StoredPicture {
  hash: string;
  width: number;
  height: number;
}

/** The URL of a stored picture in one of its widths. Default: its full width. */
export const pictureUrl = ({ hash, width, height }: StoredPicture, shown = width): string =>
  `${PICTURES_PATH}/${hash}-${width}x${height}/${shown}.webp`;

/**
 * Parses a URL of `pictureUrl`.
 * @returns the stored picture and the width that it selects, or undefined for any other URL
 */
export const parsePictureUrl = (url: string): (StoredPicture & { shown: number }) | undefined => {
  const [, hash, width, height, shown] = PATTERN.exec(url) ?? [];
  if (hash === undefined) return undefined;
  return { hash, width: Number(width), height: Number(height), shown: Number(shown) };
};

/** The widths in which a picture of this width is stored, the narrowest first. */
export const widthsOf = (width: number): number[] => [
  ...PICTURE_WIDTHS.filter((stored) => stored < width),
  width,
];
