import { Suspense, use } from 'react';
import { deferred } from '#web/rendering/deferred.ts';
import type { MarkdownProps } from './markdown.tsx';
import './markdown.css';

/** Loads what makes Markdown of a text. */
export const loadMarkdown = deferred(() => import('./markdown.tsx'));

const Rendered = (props: MarkdownProps) => {
  const { Markdown } = use(loadMarkdown());
  return <Markdown {...props} />;
};

/** A text in Markdown on a page that is read without scripts, so its part of the application comes last. */
export const DeferredMarkdown = (props: MarkdownProps) => (
  <Suspense>
    <Rendered {...props} />
  </Suspense>
);
