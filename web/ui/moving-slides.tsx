import { Autoplay, Pagination } from 'swiper/modules';
import { Swiper, SwiperSlide } from 'swiper/react';
import type { SlidesProps } from './carousel.tsx';
import 'swiper/css';
import 'swiper/css/pagination';

/** Slides that go round, by arrows, swipe or themselves. */
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
  // Going round needs slides to spare on both sides; otherwise the end leads back to the start.
  const goesRound = items.length > 2 * Math.max(...Object.values(perView));
  return (
    <Swiper
      modules={[Autoplay, Pagination]}
      onSwiper={onReady}
      initialSlide={start}
      loop={goesRound}
      // A click while they still move counts as well.
      loopPreventsSliding={false}
      rewind={!goesRound}
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
