import { ArticlePage, ArticleSection } from '#web/article/article-page.tsx';

export const Component = () => (
  <ArticlePage title="Members’ corner" lead="This page is for logged-in members.">
    <ArticleSection title="What will be here">
      <p>
        Recordings of our open evenings, reading lists from the teachers, and a place to find people who are
        working on the same thing as you. Until then, your classes are where the work is.
      </p>
    </ArticleSection>
  </ArticlePage>
);
