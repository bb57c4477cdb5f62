import { useState } from 'react';
import type { Partner } from '#contract/home-content.ts';
import { Picture } from '#web/ui/picture.tsx';

/** The maximum width in CSS pixels. Styles define the actual width. */
const PICTURE_WIDTH = 160;

interface HomeSymbolProps extends Pick<Partner, 'symbol' | 'picture'> {
  symbolClass: string;
  pictureClass: string;
}

/**
 * The picture of a partner or a service, or its symbol. It is decorative, because its meaning is in the text beside
 * it.
 */
export const HomeSymbol = ({ symbol, picture, symbolClass, pictureClass }: HomeSymbolProps) => {
  const [broken, setBroken] = useState('');
  if (picture && broken !== picture) {
    return (
      <Picture
        src={picture}
        fallback=""
        alt=""
        width={PICTURE_WIDTH}
        height={PICTURE_WIDTH}
        loading="lazy"
        className={pictureClass}
        onBroken={() => setBroken(picture)}
      />
    );
  }
  return (
    <svg
      className={symbolClass}
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {/* All symbols share one SVG file, which keeps them out of the scripts. */}
      <use href={`/pictures/symbols.svg#${symbol}`} />
    </svg>
  );
};
