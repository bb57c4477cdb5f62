import { useMemo } from 'react';
import { type Author, renderMarkdown } from './render-markdown.ts';
import './markdown.css';

export interface MarkdownProps {
  text: string;
  author?: Author;
}

/** A Markdown text. Tags in it are shown as text. */
export const Markdown = ({ text, author = 'user' }: MarkdownProps) => {
  const html = useMemo(() => renderMarkdown(text, author), [text, author]);
  return <div className="markdown" dir="auto" dangerouslySetInnerHTML={{ __html: html }} />;
};
