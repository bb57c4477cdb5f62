import { createHash } from 'node:crypto';
import type { Metadata, Region } from 'sharp';
import { type Crop, PICTURE_LIMITS } from '#contract/files.ts';
import { PICTURE_WIDTHS, type StoredPicture, widthsOf } from '#contract/picture-url.ts';
import { ApiError } from '../../http/api-error.ts';
import { sharp } from '../../pictures/sharp.ts';

/** The time limit for decoding and encoding a picture, in seconds. */
const TIME_LIMIT = 30;
/** WebP quality, 1 to 100. */
const QUALITY = 78;
const WIDEST = PICTURE_WIDTHS.at(-1)!;

/** A picture in all its widths, ready to be stored. */
export interface RenderedPicture extends StoredPicture {
  files: { width: number; content: Buffer }[];
}

const unreadable = () =>
  new ApiError('picture_unreadable', 'This file is damaged or is not a JPEG, PNG, WebP, AVIF or GIF picture');

const tooManyPixels = () =>
  new ApiError('picture_unreadable', `A picture can have at most ${PICTURE_LIMITS.pixels / 1e6} megapixels`);

const open = (path: string) =>
  sharp(path, { limitInputPixels: PICTURE_LIMITS.pixels, failOn: 'error', sequentialRead: true });

const FORMATS: readonly string[] = ['jpeg', 'png', 'webp', 'gif', 'heif'];

const readMetadata = async (path: string): Promise<Metadata> => {
  const metadata = await sharp(path, { limitInputPixels: false })
    .metadata()
    .catch(() => undefined);
  if (!metadata || !FORMATS.includes(metadata.format)) throw unreadable();
  if (metadata.format === 'heif' && metadata.compression !== 'av1') throw unreadable();
  if (metadata.width * metadata.height > PICTURE_LIMITS.pixels) throw tooManyPixels();
  return metadata;
};

/** The part to keep, in whole pixels: at least one, within the picture. */
const regionOf = ({ left, top, width, height }: Crop, size: { width: number; height: number }): Region => {
  const region = {
    left: Math.min(Math.round(left * size.width), size.width - 1),
    top: Math.min(Math.round(top * size.height), size.height - 1),
  };
  return {
    ...region,
    width: Math.max(1, Math.min(Math.round(width * size.width), size.width - region.left)),
    height: Math.max(1, Math.min(Math.round(height * size.height), size.height - region.top)),
  };
};

/**
 * Decodes an uploaded picture and encodes it again as WebP in the widths that screens use: upright by its EXIF
 * orientation, cropped, in sRGB, and without any metadata such as the location. Only the first frame of an animation
 * is kept.
 * @throws ApiError `picture_unreadable` if the file is not a picture, is damaged, or has too many pixels
 */
export const renderPicture = async (path: string, crop?: Crop): Promise<RenderedPicture> => {
  const { autoOrient } = await readMetadata(path);
  const upright = open(path).autoOrient();
  const cropped = crop ? upright.extract(regionOf(crop, autoOrient)) : upright;
  const base = await cropped
    .resize({ width: WIDEST, height: WIDEST, fit: 'inside', withoutEnlargement: true })
    .timeout({ seconds: TIME_LIMIT })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
    .catch(() => {
      throw unreadable();
    });
  const { width, height, channels } = base.info;
  const files: RenderedPicture['files'] = [];
  for (const wanted of widthsOf(width)) {
    const content = await sharp(base.data, { raw: { width, height, channels } })
      .resize({ width: wanted })
      .webp({ quality: QUALITY, effort: 4 })
      .toBuffer();
    files.push({ width: wanted, content });
  }
  const hash = createHash('sha256').update(files.at(-1)!.content).digest('hex').slice(0, 32);
  return { hash, width, height, files };
};
