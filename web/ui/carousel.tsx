import { ChevronLeft, ChevronRight, Pause, Play } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { Autoplay, Pagination } from 'swiper/modules';
import { Swiper, type SwiperClass, SwiperSlide } from 'swiper/react';
import { useMediaQuery } from './use-media-query.ts';
import 'swiper/css';
import 'swiper/css/pagination';

interface CarouselProps<Item> {
  /** What the slides are, for screen readers. */
  label: string;
  items: readonly Item[];
  keyOf: (item: Item) => string;
  /** Slides in view from each window width (CSS pixels) on. */
  perView: Record<number, number>;
  /** CSS pixels between slides. */
  spacing?: number;
  /** Milliseconds until it moves on by itself. */
  autoplay?: number;
  centered?: boolean;
  pagination?: boolean;
  /** The buttons lie on the slides, at their lower end. */
  overlay?: boolean;
  children: (item: Item) => ReactNode;
}

/**
 * Slides that go round, by arrows, swipe or themselves. What moves by itself can be stopped, and stands still
 * under the pointer, while it has focus, and for whoever asks for less motion (ARIA carousel pattern).
 */
export const Carousel = <Item,>({
  label,
  items,
  keyOf,
  perView,
  spacing = 0,
  autoplay,
  centered = false,
  pagination = false,
  overlay = false,
  children,
}: CarouselProps<Item>) => {
  const [swiper, setSwiper] = useState<SwiperClass>();
  const prefersStillness = useMediaQuery('(prefers-reduced-motion: reduce)');
  const [chosen, setChosen] = useState<'moving' | 'stopped'>();
  const isStopped = !autoplay || (chosen ? chosen === 'stopped' : prefersStillness);
  // Going round needs slides to spare on both sides; otherwise the end leads back to the start.
  const goesRound = items.length > 2 * Math.max(...Object.values(perView));

  useEffect(() => {
    if (!swiper || !autoplay) return;
    if (isStopped) swiper.autoplay.stop();
    else swiper.autoplay.start();
  }, [swiper, autoplay, isStopped]);

  const toggle = () => {
    setChosen(isStopped ? 'moving' : 'stopped');
  };

  return (
    <section
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
            aria-label={isStopped ? 'Start moving' : 'Stop moving'}
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
          onClick={() => swiper?.slidePrev()}
          aria-label="Previous slide"
        >
          <ChevronLeft className="size-4" aria-hidden="true" />
        </button>
        <button
          type="button"
          className="btn btn-circle btn-outline btn-sm"
          onClick={() => swiper?.slideNext()}
          aria-label="Next slide"
        >
          <ChevronRight className="size-4" aria-hidden="true" />
        </button>
      </div>
      <div aria-live={isStopped ? 'polite' : 'off'} className="min-w-0">
        <Swiper
          modules={[Autoplay, Pagination]}
          onSwiper={setSwiper}
          loop={goesRound}
          rewind={!goesRound}
          centeredSlides={centered}
          spaceBetween={spacing}
          breakpoints={Object.fromEntries(
            Object.entries(perView).map(([width, slidesPerView]) => [width, { slidesPerView }]),
          )}
          pagination={pagination && { clickable: true }}
          autoplay={
            autoplay ? { delay: autoplay, disableOnInteraction: false, pauseOnMouseEnter: true } : false
          }
        >
          {items.map((item, index) => (
            <SwiperSlide
              key={keyOf(item)}
              role="group"
              aria-roledescription="slide"
              aria-label={`${index + 1} of ${items.length}`}
            >
              {children(item)}
            </SwiperSlide>
          ))}
        </Swiper>
      </div>
    </section>
  );
};
