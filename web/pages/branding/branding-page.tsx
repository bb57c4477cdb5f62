import { STATIC_PAGE } from '#web/rendering/page-handle.ts';
import { ArticlePage, ArticleSection } from '#web/article/article-page.tsx';

export const handle = STATIC_PAGE;

export const Component = () => (
  <ArticlePage
    title="Branding"
    lead="A name, a mark and a voice that your team can maintain without us. We work with small companies that have outgrown their first logo."
  >
    <ArticleSection title="What you get">
      <p>
        A week of listening to you and your customers, then a proposal on two pages: who you are for, what you
        promise, and how that should look and sound. We start drawing once we agree on it.
      </p>
      <p>
        You receive your logo in every format you need, a palette that meets the contrast guidelines in light
        and dark themes, one licensed typeface, templates for what you send most often, and a guide short
        enough to be read.
      </p>
    </ArticleSection>
    <ArticleSection title="How we work">
      <p>
        Two designers from our teaching team, three to six weeks, one fixed price. You see the work every
        Friday. If by the second Friday we find that we are not right for each other, we stop, and you pay for
        two weeks.
      </p>
    </ArticleSection>
  </ArticlePage>
);
