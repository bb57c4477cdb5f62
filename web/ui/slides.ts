// Moves the slides of carousels. It does not use React, so arrows and bullets work before hydration.

/** Attributes that connect a carousel's markup with this code. */
export const SLIDES = {
  /** On the scrollable list of slides. */
  track: 'data-slides',
  /** On each original slide. The copies at the ends have none. */
  slide: 'data-slide',
  /** On a button: `next`, `previous`, or the index of a slide. */
  go: 'data-go-to-slide',
} as const;

/** Milliseconds without a scroll event after which scrolling counts as finished. */
const REST = 150;
/** Tolerance for scroll positions in CSS pixels, because browsers round them. */
const NEARBY = 2;

/** The slide that each track is scrolling to, so that quick repeated clicks on an arrow all count. */
const targets = new WeakMap<HTMLElement, { index: number; timer: number }>();

const slidesOf = (track: HTMLElement): HTMLElement[] => [
  ...track.querySelectorAll<HTMLElement>(`:scope > [${SLIDES.slide}]`),
];

const leftOf = (element: HTMLElement): number => element.getBoundingClientRect().left;

/** CSS pixels from one slide to the next. */
const strideOf = (track: HTMLElement): number => {
  const [first, second] = slidesOf(track);
  return second ? leftOf(second) - leftOf(first!) : track.clientWidth;
};

/** The scroll position of the first slide, at the start of the track or in its center. */
const startOf = (track: HTMLElement): number => {
  const first = slidesOf(track)[0]!;
  const isCentered = getComputedStyle(first).scrollSnapAlign === 'center';
  const margin = isCentered ? (track.clientWidth - first.offsetWidth) / 2 : 0;
  return track.scrollLeft + leftOf(first) - leftOf(track) - margin;
};

/** The zero-based index of the current slide. The index after the last one is the copy of the first. */
export const shownSlide = (track: HTMLElement): number =>
  Math.max(0, Math.round((track.scrollLeft - startOf(track)) / strideOf(track)));

/** Stores where a track is scrolling to, until scrolling finishes. */
const aimAt = (track: HTMLElement, index: number): void => {
  window.clearTimeout(targets.get(track)?.timer);
  targets.set(track, { index, timer: window.setTimeout(() => targets.delete(track), REST) });
};

/** Jumps from a copy to the original slide, which looks the same. */
const jump = (track: HTMLElement, slides: number): void =>
  track.scrollBy({ left: slides * strideOf(track), behavior: 'instant' });

/** Shows the next, the previous or a specific slide. The last one is followed by the first. */
export const goToSlide = (track: HTMLElement, to: 'next' | 'previous' | number): void => {
  const count = slidesOf(track).length;
  let index = typeof to === 'number' ? to : (targets.get(track)?.index ?? shownSlide(track));
  if (to === 'next') {
    if (index >= count) {
      jump(track, -count);
      index -= count;
    }
    index += 1;
  } else if (to === 'previous') {
    if (index <= 0) {
      jump(track, count);
      index += count;
    }
    index -= 1;
  }
  aimAt(track, index);
  // A smooth `scroll-behavior` in the styles would also apply to the first snap of a new page.
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  track.scrollTo({
    left: startOf(track) + index * strideOf(track),
    behavior: isStill ? 'instant' : 'smooth',
  });
};

/** Handles the scrolling of a track. On the copy of the first slide, it continues from the original. */
const follow = (track: HTMLElement): void => {
  const target = targets.get(track);
  const count = slidesOf(track).length;
  const isAtCopy = Math.abs(track.scrollLeft - startOf(track) - count * strideOf(track)) < NEARBY;
  if (isAtCopy) jump(track, -count);
  if (target) aimAt(track, isAtCopy ? target.index % count : target.index);
};

const trackOf = (button: Element): HTMLElement | null =>
  button.closest('[aria-roledescription=carousel]')?.querySelector<HTMLElement>(`[${SLIDES.track}]`) ?? null;

/** Connects the arrows and bullets of all carousels in the document, including future ones. */
export const connectSlides = (): void => {
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest(`[${SLIDES.go}]`) : null;
    const track = button && trackOf(button);
    if (!track) return;
    const to = button.getAttribute(SLIDES.go)!;
    goToSlide(track, to === 'next' || to === 'previous' ? to : Number(to));
  });
  document.addEventListener(
    'scroll',
    ({ target }) => {
      if (target instanceof HTMLElement && target.hasAttribute(SLIDES.track)) follow(target);
    },
    { capture: true, passive: true },
  );
};
