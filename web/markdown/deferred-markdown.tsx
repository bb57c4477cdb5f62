import { memo, Suspense, useDeferredValue } from 'react';
import { deferred } from '#web/rendering/deferred.ts';
import { partOf } from '#web/rendering/later.tsx';
import type { MarkdownProps } from './markdown.tsx';
import './markdown.css';

/** Loads the Markdown renderer. */
export const loadMarkdown = deferred(() => import('./markdown.tsx'));

const Rendered = partOf(loadMarkdown, ({ Markdown }) => Markdown);

// Memoized, because an urgent render would discard the server-rendered text until the renderer has loaded.
const Boundary = memo((props: MarkdownProps) => (
  <Suspense>
    <Rendered {...props} />
  </Suspense>
));

/** A Markdown text on a page that is readable without scripts, so the renderer is loaded last. */
export const DeferredMarkdown = ({ text, author }: MarkdownProps) => (
  <Boundary text={useDeferredValue(text)} author={author} />
);
