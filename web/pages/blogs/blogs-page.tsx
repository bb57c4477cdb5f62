import { STATIC_PAGE } from '#web/rendering/page-handle.ts';
import { ArticlePage } from '#web/article/article-page.tsx';
import { POSTS } from './posts.ts';

export const handle = STATIC_PAGE;

export const Component = () => (
  <ArticlePage title="Blogs" lead="Short notes by the people who teach here, on what they see in class.">
    <div className="grid gap-6">
      {POSTS.map(({ title, author, date, paragraphs }) => (
        <article key={title} className="panel grid gap-4 p-6 leading-relaxed sm:p-8">
          <header className="grid gap-1">
            <h2>{title}</h2>
            <p className="muted text-sm">
              {author} ·{' '}
              <time dateTime={date}>
                {new Date(date).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })}
              </time>
            </p>
          </header>
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </article>
      ))}
    </div>
  </ArticlePage>
);
