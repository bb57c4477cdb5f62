import { STATIC_PAGE } from '#web/rendering/page-handle.ts';
import { ArticlePage, ArticleSection } from '#web/article/article-page.tsx';
import { useSite } from '#web/meta/site-context.ts';
import { FAQ } from './faq.ts';

export const handle = STATIC_PAGE;

export const Component = () => {
  const { company } = useSite().brand;
  return (
    <ArticlePage
      title="About us"
      lead={`${company} started in 1999 as a two-person office that looked after other people’s computers. What we liked most was explaining things, so that is what we do now.`}
    >
      <ArticleSection title="What we believe">
        <p>
          A good class leaves you able to do something you couldn’t do before. So every class here ends in a
          piece of work: a page, a campaign, a logo, an app, a game level, an audit. A teacher reviews it and
          tells you what works and what doesn’t.
        </p>
        <p>
          We keep classes small enough for that, and we pick teachers who still do the work they teach. Our
          team reviews every class before it is published and sends back those that promise too much.
        </p>
      </ArticleSection>
      <ArticleSection title="How it works">
        <p>
          You pay once for a class and keep it. There is no subscription, and nothing renews automatically.
          Teachers set their own prices and can always see how their classes are doing.
        </p>
      </ArticleSection>
      <section className="grid gap-4" aria-labelledby="faq">
        <h2 id="faq">Frequently asked questions</h2>
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
};
