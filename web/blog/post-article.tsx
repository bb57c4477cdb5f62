import type { ReactNode } from 'react';
import type { PostContent } from '#contract/blog-posts.ts';
import { formatLongUtcDate } from '#contract/format-date.ts';
import { OwnText } from '#web/article/site-page.tsx';

interface PostArticleProps {
  post: PostContent;
  /** The title, as a heading of the right level. */
  heading: ReactNode;
  children?: ReactNode;
}

/** A post of the blog. */
export const PostArticle = ({ post, heading, children }: PostArticleProps) => {
  const { author, date, picture, text } = post;
  return (
    <article className="panel grid grid-cols-1 gap-4 overflow-hidden p-6 leading-relaxed sm:p-8">
      {picture && (
        <img
          src={picture}
          alt=""
          loading="lazy"
          className="-mx-6 -mt-6 mb-2 h-48 w-[calc(100%+3rem)] max-w-none object-cover sm:-mx-8 sm:-mt-8 sm:h-72 sm:w-[calc(100%+4rem)]"
        />
      )}
      <header className="grid gap-1">
        {heading}
        <p className="muted text-sm wrap-anywhere">
          <bdi>{author}</bdi> · <time dateTime={date}>{formatLongUtcDate(new Date(date))}</time>
        </p>
      </header>
      <OwnText text={text} />
      {children}
    </article>
  );
};
