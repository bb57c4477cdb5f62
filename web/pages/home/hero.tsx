import { HERO_CAROUSEL } from '#contract/constants.ts';
import { Carousel } from '#web/ui/carousel.tsx';

interface Slide {
  picture: string;
  headline?: string;
}

const SUBTITLE = 'Teaching, Learning And Management';

/** Spec section 1: three headlines with a subtitle, then a picture alone. */
const SLIDES: Slide[] = [
  { picture: 'departure', headline: 'Learn With Us And Make A Smart Career' },
  { picture: 'lesson', headline: 'Become A Teacher And Help To Build Their Career' },
  { picture: 'badge', headline: 'Develop Digital Skills And Earn The Badge To Built Career' },
  { picture: 'harbour' },
];

const HeroSlide = ({ picture, headline }: Slide) => {
  const isFirst = picture === SLIDES[0]!.picture;
  const Headline = isFirst ? 'h1' : 'h2';
  return (
    <div className="relative" style={{ height: HERO_CAROUSEL.height }}>
      <img
        src={`/pictures/heroes/${picture}.svg`}
        alt={headline ? '' : 'Sailing boats in a harbour at night, with a lighthouse'}
        width={1600}
        height={600}
        fetchPriority={isFirst ? 'high' : 'low'}
        loading={isFirst ? 'eager' : 'lazy'}
        className="absolute inset-0 size-full object-cover object-[75%_50%]"
      />
      {headline && (
        <div className="absolute inset-0 flex items-center bg-linear-to-r from-neutral via-neutral/70 to-transparent">
          <div className="mx-auto w-full max-w-page px-4 pb-16 sm:px-6">
            <div className="grid max-w-xl gap-4 text-neutral-content">
              <p className="text-sm font-bold tracking-wide uppercase">{SUBTITLE}</p>
              <Headline className="text-4xl font-extrabold text-balance sm:text-5xl">{headline}</Headline>
            </div>
          </div>
        </div>
      )}
    </div>
  );
};

export const Hero = () => (
  <Carousel
    label="Welcome"
    items={SLIDES}
    keyOf={({ picture }) => picture}
    perView={{ 0: 1 }}
    autoplay={HERO_CAROUSEL.autoplay}
    overlay
  >
    {(slide) => <HeroSlide {...slide} />}
  </Carousel>
);
