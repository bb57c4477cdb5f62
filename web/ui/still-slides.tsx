import { type CSSProperties, type RefObject, useId } from 'react';
import type { SlidesProps } from './carousel.tsx';

type StillSlidesProps<Item> = Pick<
  SlidesProps<Item>,
  'items' | 'keyOf' | 'perView' | 'spacing' | 'children'
> & { ref: RefObject<HTMLDivElement | null> };

const slidesOf = (track: HTMLElement): HTMLElement[] => [
  ...track.querySelectorAll<HTMLElement>(':scope > [role=group]'),
];

/** The slide, from 0, that still slides were scrolled to. */
export const shownSlide = (track: HTMLElement): number => {
  const slides = slidesOf(track);
  const origin = slides[0]?.offsetLeft ?? 0;
  const shown = slides.findIndex(
    ({ offsetLeft, offsetWidth }) => offsetLeft - origin + offsetWidth / 2 > track.scrollLeft,
  );
  return Math.max(shown, 0);
};

/** Scrolls still slides to one of them, if there is such a one. */
export const showSlide = (track: HTMLElement, index: number): void => {
  const slides = slidesOf(track);
  const slide = slides[index];
  if (slide) track.scrollTo({ left: slide.offsetLeft - slides[0]!.offsetLeft });
};

/** The slides until those that move are there: as wide as these will be, to be scrolled by hand. */
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
      // To be scrolled by the keyboard as well.
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
