import { type CSSProperties, type RefObject, useId } from 'react';
import type { SlidesProps } from './carousel.tsx';

type StillSlidesProps<Item> = Pick<
  SlidesProps<Item>,
  'items' | 'keyOf' | 'perView' | 'spacing' | 'children'
> & { ref: RefObject<HTMLDivElement | null> };

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
