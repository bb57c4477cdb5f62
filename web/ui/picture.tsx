import { parsePictureUrl, pictureUrl, type StoredPicture, widthsOf } from '#contract/picture-url.ts';
import { type ImgHTMLAttributes, useState } from 'react';

interface PictureProps extends Omit<ImgHTMLAttributes<HTMLImageElement>, 'src'> {
  src: string;
  alt: string;
  fallback: string;
  width: number;
  height: number;
  /** Called when the image at `src` cannot be loaded. */
  onBroken?: () => void;
}

/**
 * The `srcset` and `sizes` of a stored picture that is displayed `shown` CSS pixels wide if the window is wide
 * enough.
 */
const variantsOf = (stored: StoredPicture, shown: number) => ({
  srcSet: widthsOf(stored.width)
    .map((width) => `${pictureUrl(stored, width)} ${width}w`)
    .join(', '),
  sizes: `min(100vw, ${shown}px)`,
});

/** An image that shows `fallback` if `src` is empty or cannot be loaded. */
export const Picture = ({ src, alt, fallback, onBroken, ...image }: PictureProps) => {
  const [broken, setBroken] = useState<string>();
  const shown = !src || broken === src ? fallback : src;
  const markBroken = () => {
    if (shown === fallback) return;
    setBroken(src);
    onBroken?.();
  };
  // An image in the server-rendered page may have failed before the error handler was attached.
  const check = (element: HTMLImageElement | null) => {
    if (element?.complete && element.naturalWidth === 0 && element.getAttribute('src')) markBroken();
  };
  const stored = shown === src ? parsePictureUrl(src) : undefined;
  return (
    <img
      {...image}
      {...(stored && variantsOf(stored, image.width))}
      ref={check}
      src={shown}
      alt={alt}
      onError={markBroken}
    />
  );
};

export const COVER_FALLBACK = '/pictures/cover-fallback.svg';
export const AVATAR_FALLBACK = '/pictures/avatar-fallback.svg';
export const SLIDE_FALLBACK = '/pictures/heroes/harbor.svg';
