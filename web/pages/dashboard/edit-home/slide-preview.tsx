import { imageUrlSchema } from '#contract/common.ts';
import type { Slide } from '#contract/home-content.ts';
import { HeroSlide, SLIDE_HEIGHT } from '#web/home/hero-slide.tsx';
import { ScaledFrame } from '#web/ui/scaled-frame.tsx';

const WIDE = 1280;
const NARROW = 360;

/** Ignores an address that is incomplete while the user types. */
const complete = (address: string): string => (imageUrlSchema.safeParse(address).success ? address : '');

/** A preview of a slide on a wide screen and on a phone. */
export const SlidePreview = ({ slide }: { slide: Slide }) => {
  const shown = {
    ...slide,
    picture: complete(slide.picture),
    narrowPicture: complete(slide.narrowPicture),
    // The links in a preview do not work.
    link: '/',
    index: 1,
  };
  return (
    <section aria-label="Preview" className="grid items-start gap-4 sm:grid-cols-[1fr_10rem]">
      <figure className="grid gap-1">
        <figcaption className="text-sm font-semibold">On a wide screen</figcaption>
        <ScaledFrame title="The slide on a wide screen" width={WIDE} height={SLIDE_HEIGHT}>
          <HeroSlide {...shown} />
        </ScaledFrame>
      </figure>
      <figure className="grid w-40 gap-1">
        <figcaption className="text-sm font-semibold">On a phone</figcaption>
        <ScaledFrame title="The slide on a phone" width={NARROW} height={SLIDE_HEIGHT}>
          <HeroSlide {...shown} />
        </ScaledFrame>
      </figure>
    </section>
  );
};
