import { Suspense, use } from 'react';
import { deferred } from '#web/rendering/deferred.ts';
import type { MarkdownProps } from './markdown.tsx';
import './markdown.css';

/** Loads the Markdown renderer. */
export const loadMarkdown = deferred(() => import('./markdown.tsx'));

const Rendered = (props: MarkdownProps) => {
  const { Markdown } = use(loadMarkdown());
  return <Markdown {...props} />;
};

/** A Markdown text on a page that is readable without scripts, so the renderer is loaded last. */
export const DeferredMarkdown = (props: MarkdownProps) => (
  <Suspense>
    <Rendered {...props} />
  </Suspense>
);
