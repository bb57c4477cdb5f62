import { type ImgHTMLAttributes, useState } from 'react';

interface PictureProps extends Omit<ImgHTMLAttributes<HTMLImageElement>, 'src'> {
  src: string;
  alt: string;
  fallback: string;
  width: number;
  height: number;
}

/** An image that shows `fallback` where its own address has no picture. */
export const Picture = ({ src, alt, fallback, ...image }: PictureProps) => {
  const [broken, setBroken] = useState<string>();
  const shown = !src || broken === src ? fallback : src;
  return <img {...image} src={shown} alt={alt} onError={() => setBroken(src)} />;
};

export const COVER_FALLBACK = '/pictures/cover-fallback.svg';
export const AVATAR_FALLBACK = '/pictures/avatar-fallback.svg';
