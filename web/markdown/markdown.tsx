import ReactMarkdown, { type Components } from 'react-markdown';
import rehypeSanitize from 'rehype-sanitize';
import remarkGfm from 'remark-gfm';
import { limitSyntax } from './limit-syntax.ts';
import './markdown.css';

export interface MarkdownProps {
  text: string;
  /** Links in users' texts tell search engines not to follow them. The owner is responsible for their own links. */
  author?: 'user' | 'owner';
}

const isExternal = (href: string | undefined): boolean => /^(https?:)?\/\//i.test(href ?? '');

/** The only `h1` of a page is its title, so headings in a text start at `h2`. */
const COMPONENTS: Components = {
  h1: ({ children }) => <h2>{children}</h2>,
  a: ({ href, children }) => (
    <a href={href} rel="nofollow ugc noopener">
      {children}
    </a>
  ),
  img: ({ src, alt = '' }) => <img src={src} alt={alt} loading="lazy" />,
  // What scrolls horizontally must be reachable by keyboard.
  pre: ({ children }) => <pre tabIndex={0}>{children}</pre>,
  table: ({ children }) => (
    <div className="markdown-table" tabIndex={0}>
      <table>{children}</table>
    </div>
  ),
};

const OWNER_COMPONENTS: Components = {
  ...COMPONENTS,
  a: ({ href, children }) => (
    <a href={href} rel={isExternal(href) ? 'noopener' : undefined}>
      {children}
    </a>
  ),
};

interface Node {
  type: string;
  children?: Node[];
}

/** Shows HTML in a text as written, instead of removing it. */
const showHtml = () => (tree: Node) => {
  const visit = (node: Node) => {
    if (node.type === 'raw') node.type = 'text';
    node.children?.forEach(visit);
  };
  visit(tree);
};

/** A Markdown text. It never becomes raw HTML: tags are shown as text, and links are sanitized. */
export const Markdown = ({ text, author = 'user' }: MarkdownProps) => (
  <div className="markdown" dir="auto">
    <ReactMarkdown
      remarkPlugins={[remarkGfm, [limitSyntax, text]]}
      rehypePlugins={[showHtml, rehypeSanitize]}
      components={author === 'owner' ? OWNER_COMPONENTS : COMPONENTS}
    >
      {text}
    </ReactMarkdown>
  </div>
);
