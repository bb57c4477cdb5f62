import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import type { SwiperClass } from 'swiper/react';
import type { MovingSlides } from './moving-slides.tsx';
import { showSlide, shownSlide, StillSlides } from './still-slides.tsx';
import { useMediaQuery } from './use-media-query.ts';

/** Distance below the viewport, in CSS pixels, at which Swiper is loaded. */
const NEAR = 300;

export interface SlidesProps<Item> {
  items: readonly Item[];
  keyOf: (item: Item) => string;
  /** Slides in view by minimum window width (CSS pixels). */
  perView: Record<number, number>;
  /** CSS pixels between slides. */
  spacing: number;
  /** Milliseconds between automatic moves. Absent: no autoplay. */
  autoplay?: number;
  centered?: boolean;
  pagination?: boolean;
  /** Zero-based index of the initial slide. */
  start: number;
  onReady: (swiper: SwiperClass) => void;
  children: (item: Item) => ReactNode;
}

interface CarouselProps<Item> extends Omit<SlidesProps<Item>, 'spacing' | 'start' | 'onReady'> {
  /** Accessible name of the carousel. */
  label: string;
  spacing?: number;
  /** Places the buttons over the slides, in the lower corner. */
  overlay?: boolean;
}

/** Loads Swiper when the carousel is nearly in view. It starts at the slide that the static slides show. */
const useMovingSlides = (
  carousel: RefObject<HTMLElement | null>,
  track: RefObject<HTMLDivElement | null>,
) => {
  const [slides, setSlides] = useState<{ MovingSlides: typeof MovingSlides; start: number }>();
  useEffect(() => {
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        observer.disconnect();
        // If Swiper cannot be loaded, the static slides can still be scrolled.
        import('./moving-slides.tsx').then(
          ({ MovingSlides }) =>
            setSlides({ MovingSlides, start: track.current ? shownSlide(track.current) : 0 }),
          () => undefined,
        );
      },
      { rootMargin: `${NEAR}px` },
    );
    observer.observe(carousel.current!);
    return () => observer.disconnect();
  }, [carousel, track]);
  return slides;
};

/**
 * A carousel with arrows, swiping and autoplay. Autoplay can be stopped, and pauses on hover, on focus and for users
 * who prefer reduced motion (ARIA carousel pattern).
 */
export const Carousel = <Item,>({ label, spacing = 0, overlay = false, ...slides }: CarouselProps<Item>) => {
  const { autoplay } = slides;
  const carousel = useRef<HTMLElement>(null);
  const track = useRef<HTMLDivElement>(null);
  const moving = useMovingSlides(carousel, track);
  const [swiper, setSwiper] = useState<SwiperClass>();
  const prefersReducedMotion = useMediaQuery('(prefers-reduced-motion: reduce)');
  const [chosen, setChosen] = useState<'moving' | 'stopped'>();
  const isStopped = !autoplay || (chosen ? chosen === 'stopped' : prefersReducedMotion);

  useEffect(() => {
    if (!swiper || !autoplay) return;
    if (isStopped) swiper.autoplay.stop();
    else swiper.autoplay.start();
  }, [swiper, autoplay, isStopped]);

  const toggle = () => {
    setChosen(isStopped ? 'moving' : 'stopped');
  };

  const go = (direction: 1 | -1) => {
    if (!swiper) {
      if (track.current) showSlide(track.current, shownSlide(track.current) + direction);
    } else if (direction > 0) swiper.slideNext();
    else swiper.slidePrev();
  };

  return (
    <section
      ref={carousel}
      aria-roledescription="carousel"
      aria-label={label}
      className={`relative grid ${overlay ? '' : 'gap-5'}`}
      onFocus={() => swiper?.autoplay.stop()}
      onBlur={() => !isStopped && swiper?.autoplay.start()}
    >
      <div
        className={`flex justify-end gap-2 ${overlay ? 'absolute inset-e-4 bottom-4 z-10 rounded-full bg-base-100 p-1.5 sm:inset-e-8 sm:bottom-8' : ''}`}
      >
        {autoplay && (
          <button
            type="button"
            className="btn btn-circle btn-outline btn-sm"
            onClick={toggle}
            aria-label={isStopped ? 'Start autoplay' : 'Stop autoplay'}
          >
            {isStopped ? (
              <Play className="size-4" aria-hidden="true" />
            ) : (
              <Pause className="size-4" aria-hidden="true" />
            )}
          </button>
        )}
        <button
          type="button"
          className="btn btn-circle btn-outline btn-sm"
          onClick={() => go(-1)}
          aria-label="Previous slide"
        >
          <ChevronLeft className="size-4" aria-hidden="true" />
        </button>
        <button
          type="button"
          className="btn btn-circle btn-outline btn-sm"
          onClick={() => go(1)}
          aria-label="Next slide"
        >
          <ChevronRight className="size-4" aria-hidden="true" />
        </button>
      </div>
      <div aria-live={isStopped ? 'polite' : 'off'} className="min-w-0">
        {moving ? (
          <moving.MovingSlides {...slides} spacing={spacing} start={moving.start} onReady={setSwiper} />
        ) : (
          <StillSlides {...slides} spacing={spacing} ref={track} />
        )}
      </div>
    </section>
  );
};
