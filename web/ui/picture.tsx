import { type ImgHTMLAttributes, useState } from 'react';

interface PictureProps extends Omit<ImgHTMLAttributes<HTMLImageElement>, 'src'> {
  src: string;
  alt: string;
  fallback: string;
  width: number;
  height: number;
  /** Told where the address has no picture. */
  onBroken?: () => void;
}

/** An image that shows `fallback` where its own address has no picture. */
export const Picture = ({ src, alt, fallback, onBroken, ...image }: PictureProps) => {
  const [broken, setBroken] = useState<string>();
  const shown = !src || broken === src ? fallback : src;
  const markBroken = () => {
    if (shown === fallback) return;
    setBroken(src);
    onBroken?.();
  };
  // A picture that the server put into the page may have failed before anybody listened.
  const check = (element: HTMLImageElement | null) => {
    if (element?.complete && element.naturalWidth === 0 && element.getAttribute('src')) markBroken();
  };
  return <img {...image} ref={check} src={shown} alt={alt} onError={markBroken} />;
};

export const COVER_FALLBACK = '/pictures/cover-fallback.svg';
export const AVATAR_FALLBACK = '/pictures/avatar-fallback.svg';
