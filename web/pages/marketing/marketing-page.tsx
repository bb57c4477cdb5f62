import { STATIC_PAGE } from '#web/rendering/page-handle.ts';
import { ArticlePage, ArticleSection } from '#web/article/article-page.tsx';

export const handle = STATIC_PAGE;

export const Component = () => (
  <ArticlePage
    title="Marketing"
    lead="Plans that fit on a page and campaigns that stop when they no longer pay. For businesses with a small budget and no patience for jargon."
  >
    <ArticleSection title="A plan that you can carry out">
      <p>
        We start with the numbers that you have, however few. From them we write one page: the people you want
        to reach, the promise you make to them, two channels, a budget and the number that will tell you
        whether it works.
      </p>
    </ArticleSection>
    <ArticleSection title="Help where you want it">
      <p>
        Search, email, social media and the pages they lead to. You can hand us a channel for a quarter, or
        have us work alongside your team once a week until they no longer need us. Most clients choose the
        latter, and we think they are right.
      </p>
    </ArticleSection>
    <ArticleSection title="What we don’t do">
      <p>Bought links, bought followers, and ads that only work on people who are not looking closely.</p>
    </ArticleSection>
  </ArticlePage>
);
