import { STATIC_PAGE } from '#web/rendering/page-handle.ts';
import { ArticlePage, ArticleSection } from '#web/article/article-page.tsx';
import { BRAND } from '#web/brand.ts';
import { FAQ } from './faq.ts';

export const handle = STATIC_PAGE;

export const Component = () => (
  <ArticlePage
    title="About us"
    lead={`${BRAND.company} started in 1999 as a two-person office that looked after other people’s computers. The part of the work that we liked most was explaining things, so that is what we do now.`}
  >
    <ArticleSection title="What we believe">
      <p>
        A class is good when somebody can do something afterwards that they could not do before. So every
        class here ends in a piece of work: a page, a campaign, a mark, an app, a level, an audit. A teacher
        looks at it and says what is strong and what is not.
      </p>
      <p>
        We keep classes small enough for that, and we pick teachers who still do the work they teach. Each
        class is read by a person of ours before it is sold; those that promise what nobody can promise are
        sent back.
      </p>
    </ArticleSection>
    <ArticleSection title="How it works">
      <p>
        You pay once for a class and keep it. There is no subscription and nothing that renews by itself.
        Teachers set their own prices and are told how their classes are doing.
      </p>
    </ArticleSection>
    <section className="grid gap-4" aria-labelledby="faq">
      <h2 id="faq">Questions that people ask us</h2>
      <div className="grid gap-3">
        {FAQ.map(({ question, answer }) => (
          <details key={question} name="faq" className="panel group px-5 py-4">
            <summary className="cursor-pointer font-semibold">{question}</summary>
            <p className="muted mt-3 leading-relaxed">{answer}</p>
          </details>
        ))}
      </div>
    </section>
  </ArticlePage>
);
