import { type CSSProperties, type RefObject, useId } from 'react';
import type { SlidesProps } from './carousel.tsx';

type StillSlidesProps<Item> = Pick<
  SlidesProps<Item>,
  'items' | 'keyOf' | 'perView' | 'spacing' | 'children'
> & { ref: RefObject<HTMLDivElement | null> };

const slidesOf = (track: HTMLElement): HTMLElement[] => [
  ...track.querySelectorAll<HTMLElement>(':scope > [role=group]'),
];

/** The zero-based index of the slide that the track is scrolled to. */
export const shownSlide = (track: HTMLElement): number => {
  const slides = slidesOf(track);
  const origin = slides[0]?.offsetLeft ?? 0;
  const shown = slides.findIndex(
    ({ offsetLeft, offsetWidth }) => offsetLeft - origin + offsetWidth / 2 > track.scrollLeft,
  );
  return Math.max(shown, 0);
};

/** Scrolls the track to a slide, if that slide exists. */
export const showSlide = (track: HTMLElement, index: number): void => {
  const slides = slidesOf(track);
  const slide = slides[index];
  if (slide) track.scrollTo({ left: slide.offsetLeft - slides[0]!.offsetLeft });
};

/** Static, scrollable slides that are shown until Swiper is loaded, at the same width. */
export const StillSlides = <Item,>({
  items,
  keyOf,
  perView,
  spacing,
  children,
  ref,
}: StillSlidesProps<Item>) => {
  const name = `slides-${useId().replaceAll(/\W/g, '')}`;
  const rules = Object.entries(perView).map(
    ([width, count]) => `@media (min-width: ${width}px) { .${name} { --per-view: ${count}; } }`,
  );
  return (
    <div
      ref={ref}
      // Lets keyboard users scroll the slides.
      tabIndex={0}
      className={`still-slides ${name}`}
      style={{ '--spacing-between': `${spacing}px` } as CSSProperties}
    >
      <style>{rules.join('\n')}</style>
      {items.map((item, index) => (
        <div
          key={keyOf(item)}
          role="group"
          aria-roledescription="slide"
          aria-label={`${index + 1} of ${items.length}`}
        >
          {children(item)}
        </div>
      ))}
    </div>
  );
};
