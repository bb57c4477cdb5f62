import { Carousel } from '#web/ui/carousel.tsx';

/** `autoplay` is in milliseconds, `height` in CSS pixels. */
const HERO_CAROUSEL = { autoplay: 6_000, height: 600 } as const;

interface Slide {
  picture: string;
  headline?: string;
  /** A color that contrasts with the picture's sky, which is the same in both themes. */
  textColor?: string;
}

const SUBTITLE = 'Teaching, Learning And Management';

const ON_BRIGHT_SKY = 'text-neutral';
const ON_DARK_SKY = 'text-neutral-content';

/** Three slides with headline and subtitle, then a picture only. */
const SLIDES: Slide[] = [
  { picture: 'departure', headline: 'Learn With Us And Make A Smart Career', textColor: ON_BRIGHT_SKY },
  {
    picture: 'lesson',
    headline: 'Become A Teacher And Help To Build Their Career',
    textColor: ON_BRIGHT_SKY,
  },
  {
    picture: 'badge',
    headline: 'Develop Digital Skills And Earn The Badge To Built Career',
    textColor: ON_DARK_SKY,
  },
  { picture: 'harbor' },
];

/** A slide with its text on open sky: beside the picture's subject, or above it in narrow windows. */
const HeroSlide = ({ picture, headline, textColor }: Slide) => {
  const isFirst = picture === SLIDES[0]!.picture;
  const Headline = isFirst ? 'h1' : 'h2';
  return (
    <div className="relative" style={{ height: HERO_CAROUSEL.height }}>
      <picture>
        {headline && (
          <source
            media="(width < 80rem)"
            srcSet={`/pictures/heroes/${picture}-narrow.svg`}
            width={960}
            height={600}
          />
        )}
        <img
          src={`/pictures/heroes/${picture}.svg`}
          alt={headline ? '' : 'Sailboats in a harbor at night, with a lighthouse'}
          width={1600}
          height={600}
          fetchPriority={isFirst ? 'high' : 'low'}
          loading={isFirst ? 'eager' : 'lazy'}
          className="absolute inset-0 size-full object-cover object-[75%_50%]"
        />
      </picture>
      {headline && (
        <div className="absolute inset-0 flex items-start pt-8 xl:items-center xl:pt-0 xl:pb-16">
          <div className="mx-auto w-full max-w-page px-4 sm:px-6">
            <div className={`grid max-w-xl gap-3 sm:gap-4 ${textColor}`}>
              <p className="font-bold">{SUBTITLE}</p>
              <Headline className="text-3xl font-extrabold text-balance sm:text-5xl">{headline}</Headline>
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
