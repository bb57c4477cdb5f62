import type { Slide } from '#contract/home-content.ts';
import { HeroSlide, SLIDE_HEIGHT } from '#web/home/hero-slide.tsx';
import { Carousel } from '#web/ui/carousel.tsx';
import { LoadError } from '#web/ui/load-error.tsx';

/** In milliseconds. */
const AUTOPLAY = 6_000;

export const Hero = ({ slides }: { slides: Slide[] }) => (
  <Carousel
    label="Welcome"
    items={slides.map((slide, index) => ({ ...slide, index }))}
    keyOf={({ index }) => `${index}`}
    perView={{ 0: 1 }}
    autoplay={AUTOPLAY}
    overlay
  >
    {(slide) => <HeroSlide {...slide} />}
  </Carousel>
);

interface HeroSpaceProps {
  isFailed: boolean;
  onRetry: () => void;
}

/** Reserves the space of the slides while they load. */
export const HeroSpace = ({ isFailed, onRetry }: HeroSpaceProps) => (
  <div className="page grid content-center" style={{ height: SLIDE_HEIGHT }}>
    {isFailed && <LoadError heading="h1" title="The home page could not be loaded" onRetry={onRetry} />}
  </div>
);
