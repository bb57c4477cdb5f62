import type { Slide } from '#contract/home-content.ts';
import { Picture, SLIDE_FALLBACK } from '#web/ui/picture.tsx';
import { ActionLink } from './action-link.tsx';

/** In CSS pixels. */
export const SLIDE_HEIGHT = 600;

/** The same in both themes, because the pictures are the same. */
const TEXT_LOOKS = { dark: 'text-neutral', light: 'text-neutral-content', panel: 'panel p-6' };

interface HeroSlideProps extends Slide {
  index: number;
}

/** A slide with its text on open sky: beside the picture's subject, or above it in narrow windows. */
export const HeroSlide = ({
  index,
  picture,
  narrowPicture,
  headline,
  subtitle,
  description,
  text,
  label,
  link,
}: HeroSlideProps) => {
  const isFirst = index === 0;
  const Headline = isFirst ? 'h1' : 'h2';
  return (
    <div className="relative" style={{ height: SLIDE_HEIGHT }}>
      <picture>
        {narrowPicture && <source media="(width < 80rem)" srcSet={narrowPicture} width={960} height={600} />}
        <Picture
          src={picture}
          fallback={SLIDE_FALLBACK}
          alt={description}
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
            <div className={`grid max-w-xl gap-3 sm:gap-4 ${TEXT_LOOKS[text]}`}>
              {/* A slide has a fixed height. The button stays visible under any text. */}
              {subtitle && (
                <p dir="auto" className="line-clamp-2 font-bold">
                  {subtitle}
                </p>
              )}
              <Headline
                dir="auto"
                className="line-clamp-6 text-3xl font-extrabold text-balance wrap-anywhere sm:text-5xl sm:leading-tight"
              >
                {headline}
              </Headline>
              {label && <ActionLink label={label} link={link} />}
            </div>
          </div>
        </div>
      )}
    </div>
  );
};
