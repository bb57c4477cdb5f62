import { PATHS } from '#web/paths.ts';
import { useTitle } from '#web/ui/use-title.ts';
import { CallToAction } from './call-to-action.tsx';
import { FeedbackCarousel } from './feedback-carousel.tsx';
import { Hero } from './hero.tsx';
import { MostDemanded } from './most-demanded.tsx';
import { Partners } from './partners.tsx';
import { Services } from './services.tsx';
import { Statistics } from './statistics.tsx';

/** The eight sections of spec section 1, in its order. */
export const Component = () => {
  useTitle('Online classes by people who do it for a living');
  return (
    <>
      <Hero />
      <Partners />
      <MostDemanded />
      <CallToAction
        title="Become A Teacher To This Platform"
        text="You know something that others would like to learn. Set your own price, and let us do the rest."
        to={PATHS.teacherRequest}
        label="Become A Teacher"
        picture="/pictures/heroes/lesson.svg"
        side="end"
      />
      <Statistics />
      <CallToAction
        title="Build The Career That You Want"
        text="Not sure which class comes first? Write to us: somebody who has been there will answer."
        to={PATHS.contacts}
        label="See More"
        picture="/pictures/heroes/departure.svg"
        side="start"
      />
      <Services />
      <section className="page grid gap-4" aria-labelledby="feedback">
        <h2 id="feedback">What Our Students Say</h2>
        <FeedbackCarousel />
      </section>
    </>
  );
};
