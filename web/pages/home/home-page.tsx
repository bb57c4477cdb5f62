import { classTotalsQuery } from '#web/calls/classes.ts';
import type { PageHandle } from '#web/rendering/page-handle.ts';
import { PATHS } from '#web/paths.ts';
import { PageMeta } from '#web/meta/page-meta.tsx';
import { CallToAction } from './call-to-action.tsx';
import { FeedbackCarousel, shownFeedbackQuery } from './feedback-carousel.tsx';
import { Hero } from './hero.tsx';
import { MostDemanded, mostDemandedQuery } from './most-demanded.tsx';
import { Partners } from './partners.tsx';
import { Services } from './services.tsx';
import { Statistics } from './statistics.tsx';

export const handle: PageHandle = {
  prefetch: ({ load }) =>
    Promise.all([load(mostDemandedQuery), load(classTotalsQuery), load(shownFeedbackQuery)]),
};

/** The eight sections of the home page, in order. */
export const Component = () => {
  return (
    <>
      <PageMeta title="Online classes taught by people who do it for a living" />
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
        title="Build the career that you want"
        text="Not sure which class comes first? Write to us. Someone who has been there will answer."
        to={PATHS.contacts}
        label="See More"
        labelEnd="about writing to us"
        picture="/pictures/heroes/departure.svg"
        side="start"
      />
      <Services />
      <section className="page grid gap-4" aria-labelledby="feedback">
        <h2 id="feedback">What our students say</h2>
        <FeedbackCarousel />
      </section>
    </>
  );
};
