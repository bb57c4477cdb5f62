import { useQuery } from '@tanstack/react-query';
import { classTotalsQuery } from '#web/calls/classes.ts';
import { homeContentQuery } from '#web/calls/home-content.ts';
import type { PageHandle } from '#web/rendering/page-handle.ts';
import { PageMeta } from '#web/meta/page-meta.tsx';
import { CallToAction } from './call-to-action.tsx';
import { FeedbackCarousel, shownFeedbackQuery } from './feedback-carousel.tsx';
import { Hero, HeroSpace } from './hero.tsx';
import { MostDemanded, mostDemandedQuery } from './most-demanded.tsx';
import { Partners } from './partners.tsx';
import { Services } from './services.tsx';
import { Statistics } from './statistics.tsx';

export const handle: PageHandle = {
  prefetch: ({ load }) =>
    Promise.all([
      load(homeContentQuery),
      load(mostDemandedQuery),
      load(classTotalsQuery),
      load(shownFeedbackQuery),
    ]),
};

/** The eight sections of the home page, in order. Editable sections without entries are omitted. */
export const Component = () => {
  const { data: content, isError, refetch } = useQuery(homeContentQuery);
  const [beforeNumbers, afterNumbers] = content?.calls ?? [];
  return (
    <>
      <PageMeta title="Online classes taught by people who do it for a living" />
      {content ? (
        <Hero slides={content.slides} />
      ) : (
        <HeroSpace isFailed={isError} onRetry={() => void refetch()} />
      )}
      {content && content.partners.length > 0 && <Partners partners={content.partners} />}
      <MostDemanded />
      {beforeNumbers && <CallToAction {...beforeNumbers} side="end" />}
      <Statistics totalUsers={content?.totalUsers} />
      {afterNumbers && <CallToAction {...afterNumbers} side="start" />}
      {content && content.services.length > 0 && <Services services={content.services} />}
      <section className="page grid gap-4" aria-labelledby="feedback">
        <h2 id="feedback">What our students say</h2>
        <FeedbackCarousel />
      </section>
    </>
  );
};
