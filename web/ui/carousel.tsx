import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react';
import {
  type CSSProperties,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { goToSlide, shownSlide, SLIDES } from './slides.ts';
import { useMediaQuery } from './use-media-query.ts';

interface CarouselProps<Item> {
  /** Accessible name of the carousel. */
  label: string;
  items: readonly Item[];
  keyOf: (item: Item) => string;
  /** Slides in view by minimum window width (CSS pixels). */
  perView: Record<number, number>;
  /** CSS pixels between slides. */
  spacing?: number;
  /** Milliseconds between automatic moves. Absent: no autoplay. */
  autoplay?: number;
  /** Centers the current slide. */
  centered?: boolean;
  /** Shows a button for each slide. */
  pagination?: boolean;
  /** Places the buttons over the slides, in the bottom corner. */
  overlay?: boolean;
  children: (item: Item) => ReactNode;
}

const ARROWS = [
  { to: 'previous', Icon: ChevronLeft },
  { to: 'next', Icon: ChevronRight },
] as const;

/** The styles of one carousel, by window width. It needs neither copies nor controls while all slides are in view. */
const rulesOf = (name: string, slides: number, perView: Record<number, number>): string => {
  const widths = Object.keys(perView).map(Number);
  return widths
    .map((width, index) => {
      const next = widths[index + 1];
      const range = `(width >= ${width}px)${next === undefined ? '' : ` and (width < ${next}px)`}`;
      const hidden = slides > perView[width]! ? '' : ` .${name} .when-overflowing { display: none; }`;
      return `@media ${range} { .${name} { --per-view: ${perView[width]}; }${hidden} }`;
    })
    .join('\n');
};

interface TrackProps<Item> extends Pick<CarouselProps<Item>, 'items' | 'keyOf' | 'children'> {
  ref: RefObject<HTMLDivElement | null>;
  spacing: number;
  isCentered: boolean;
  /** The greatest number of slides in view. */
  most: number;
}

/**
 * The slides, as a scroll-snapping list. Copies of the first slides follow the last one and, if slides are centered,
 * copies of the last ones precede the first, so that the carousel loops.
 */
const Track = <Item,>({ ref, items, keyOf, most, spacing, isCentered, children }: TrackProps<Item>) => {
  const copies = (part: readonly Item[], end: string) =>
    part.map((item) => (
      <div key={`${keyOf(item)} ${end}`} className="when-overflowing" aria-hidden="true" inert>
        {children(item)}
      </div>
    ));
  return (
    <div
      ref={ref}
      {...{ [SLIDES.track]: '' }}
      role="region"
      aria-label={`${items.length} ${items.length === 1 ? 'slide' : 'slides'}`}
      // Lets keyboard users scroll the slides.
      tabIndex={0}
      className={`slides ${isCentered ? 'slides-centered' : ''}`}
      style={{ '--spacing-between': `${spacing}px` } as CSSProperties}
    >
      {isCentered && copies(items.slice(-Math.ceil(most / 2)), 'before')}
      {items.map((item, index) => (
        <div
          key={keyOf(item)}
          {...{ [SLIDES.slide]: '' }}
          role="group"
          aria-roledescription="slide"
          aria-label={`${index + 1} of ${items.length}`}
        >
          {children(item)}
        </div>
      ))}
      {copies(items.slice(0, most), 'after')}
    </div>
  );
};

/** A button for each slide. */
const Bullets = ({ count, track }: { count: number; track: RefObject<HTMLDivElement | null> }) => {
  const [current, setCurrent] = useState(0);
  useEffect(() => {
    const element = track.current!;
    const follow = () => setCurrent(shownSlide(element) % count);
    follow();
    element.addEventListener('scroll', follow, { passive: true });
    return () => element.removeEventListener('scroll', follow);
  }, [track, count]);
  return (
    <div className="when-overflowing needs-scripts flex flex-wrap justify-center">
      {Array.from({ length: count }, (_, index) => (
        <button
          key={index}
          type="button"
          className="bullet"
          aria-label={`Slide ${index + 1}`}
          aria-current={index === current ? 'true' : undefined}
          {...{ [SLIDES.go]: index }}
        />
      ))}
    </div>
  );
};

/**
 * A carousel with arrows, swiping and autoplay. Autoplay starts after hydration, can be stopped, and pauses on hover,
 * on focus and for users who prefer reduced motion (ARIA carousel pattern). Arrows work before hydration
 * (`slides.ts`).
 */
export const Carousel = <Item,>({
  label,
  perView,
  spacing = 0,
  overlay = false,
  autoplay,
  centered = false,
  pagination = false,
  ...slides
}: CarouselProps<Item>) => {
  const name = `slides-${useId().replaceAll(/\W/g, '')}`;
  const most = Math.max(...Object.values(perView));
  const track = useRef<HTMLDivElement>(null);
  const prefersReducedMotion = useMediaQuery('(prefers-reduced-motion: reduce)');
  const [chosen, setChosen] = useState<'moving' | 'stopped'>();
  const [isHovered, setHovered] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  const isPaused = isHovered || hasFocus;
  const isStopped = !autoplay || (chosen ? chosen === 'stopped' : prefersReducedMotion);

  useEffect(() => {
    if (!autoplay || isStopped || isPaused) return undefined;
    const timer = window.setInterval(() => {
      if (!document.hidden) goToSlide(track.current!, 'next');
    }, autoplay);
    return () => window.clearInterval(timer);
  }, [autoplay, isStopped, isPaused]);

  return (
    <section
      aria-roledescription="carousel"
      aria-label={label}
      className={`relative grid ${overlay ? '' : 'gap-5'} ${name}`}
      onPointerEnter={({ pointerType }) => pointerType === 'mouse' && setHovered(true)}
      onPointerLeave={({ pointerType }) => pointerType === 'mouse' && setHovered(false)}
      onFocus={() => setFocus(true)}
      onBlur={() => setFocus(false)}
    >
      <style>{rulesOf(name, slides.items.length, perView)}</style>
      <div
        className={`when-overflowing needs-scripts flex justify-end gap-2 ${overlay ? 'absolute inset-e-4 bottom-4 z-10 rounded-full bg-base-100 p-1.5 sm:inset-e-8 sm:bottom-8' : ''}`}
      >
        {autoplay && (
          <button
            type="button"
            className="btn btn-circle btn-outline btn-sm when-interactive"
            onClick={() => setChosen(isStopped ? 'moving' : 'stopped')}
            aria-label={isStopped ? 'Start autoplay' : 'Stop autoplay'}
          >
            {isStopped ? (
              <Play className="size-4" aria-hidden="true" />
            ) : (
              <Pause className="size-4" aria-hidden="true" />
            )}
          </button>
        )}
        {ARROWS.map(({ to, Icon }) => (
          <button
            key={to}
            type="button"
            className="btn btn-circle btn-outline btn-sm"
            aria-label={to === 'next' ? 'Next slide' : 'Previous slide'}
            {...{ [SLIDES.go]: to }}
          >
            <Icon className="size-4" aria-hidden="true" />
          </button>
        ))}
      </div>
      <div aria-live={isStopped ? 'polite' : 'off'} className="min-w-0">
        <Track ref={track} most={most} spacing={spacing} isCentered={centered} {...slides} />
      </div>
      {pagination && <Bullets count={slides.items.length} track={track} />}
    </section>
  );
};
