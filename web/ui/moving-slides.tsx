import { Autoplay, Pagination } from 'swiper/modules';
import { Swiper, SwiperSlide } from 'swiper/react';
import type { SlidesProps } from './carousel.tsx';
import 'swiper/css';
import 'swiper/css/pagination';

/** Swiper's slides: they loop, can be swiped, and move automatically. */
export const MovingSlides = <Item,>({
  items,
  keyOf,
  perView,
  spacing,
  autoplay,
  centered,
  pagination,
  start,
  onReady,
  children,
}: SlidesProps<Item>) => {
  // Looping needs spare slides on both sides. With fewer slides, the end rewinds to the start.
  const isLooping = items.length > 2 * Math.max(...Object.values(perView));
  return (
    <Swiper
      modules={[Autoplay, Pagination]}
      onSwiper={onReady}
      initialSlide={start}
      loop={isLooping}
      // Accept a click during a transition as well.
      loopPreventsSliding={false}
      rewind={!isLooping}
      centeredSlides={centered}
      spaceBetween={spacing}
      breakpoints={Object.fromEntries(
        Object.entries(perView).map(([width, slidesPerView]) => [width, { slidesPerView }]),
      )}
      pagination={pagination && { clickable: true }}
      autoplay={autoplay ? { delay: autoplay, disableOnInteraction: false, pauseOnMouseEnter: true } : false}
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
  );
};
