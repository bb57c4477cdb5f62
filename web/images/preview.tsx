import { SHARE_PICTURE } from '#contract/pages.ts';
import { AVATAR_FALLBACK, COVER_FALLBACK, Picture, SLIDE_FALLBACK } from '#web/ui/picture.tsx';
import { DEFAULT_LOGO_MARK } from '#web/meta/default-pictures.ts';
import { useSite } from '#web/meta/site-context.ts';
import type { ChosenPicture } from './chosen-picture.ts';

export type Shape = 'avatar' | 'cover' | 'logo' | 'share' | 'slide' | 'narrow slide' | 'partner';

const SHAPES = {
  avatar: { fallback: AVATAR_FALLBACK, width: 80, height: 80, className: 'size-20 rounded-full' },
  cover: {
    fallback: COVER_FALLBACK,
    width: 320,
    height: 180,
    className: 'w-full max-w-80 rounded-field',
  },
  logo: { fallback: DEFAULT_LOGO_MARK, width: 64, height: 64, className: 'size-16 rounded-field' },
  share: {
    fallback: SHARE_PICTURE,
    width: 320,
    height: 168,
    className: 'w-full max-w-80 rounded-field',
  },
  slide: {
    fallback: SLIDE_FALLBACK,
    width: 320,
    height: 120,
    className: 'w-full max-w-80 rounded-field',
  },
  'narrow slide': {
    fallback: SLIDE_FALLBACK,
    width: 320,
    height: 200,
    className: 'w-full max-w-80 rounded-field',
  },
  partner: { fallback: DEFAULT_LOGO_MARK, width: 128, height: 64, className: 'h-16 rounded-field' },
};

interface PreviewProps {
  shape: Shape;
  /** An address, or empty to show the fallback. */
  src: string;
  onBroken: () => void;
}

/** A preview of a picture as other users will see it. */
export const Preview = ({ shape, ...picture }: PreviewProps) => {
  const { className, ...look } = SHAPES[shape];
  const { brand } = useSite();
  // The browser keeps the picture of an address, and this one changes with the brand.
  const fallback =
    shape === 'share' ? `${SHARE_PICTURE}?${encodeURIComponent(JSON.stringify(brand))}` : look.fallback;
  return (
    <Picture
      {...look}
      fallback={fallback}
      {...picture}
      alt="Preview"
      className={`bg-base-300 object-cover ${className}`}
      style={{ aspectRatio: look.width / look.height }}
    />
  );
};

const WHOLE = { left: 0, top: 0, width: 1, height: 1 };
const percent = (part: number): string => `${part * 100}%`;

/** A preview of a picture that has not been uploaded yet, cropped as chosen. */
export const ChosenPreview = ({ shape, picture }: { shape: Shape; picture: ChosenPicture }) => {
  const { left, top, width, height } = picture.crop ?? WHOLE;
  const frame = SHAPES[shape];
  return (
    <div
      className={`relative overflow-hidden bg-base-300 ${frame.className}`}
      style={{ aspectRatio: frame.width / frame.height }}
    >
      <img
        src={picture.address}
        alt="Preview"
        className="absolute max-w-none"
        style={{
          width: percent(1 / width),
          height: percent(1 / height),
          left: percent(-left / width),
          top: percent(-top / height),
        }}
      />
    </div>
  );
};
