import ReactMarkdown, { type Components } from 'react-markdown';
import rehypeSanitize from 'rehype-sanitize';
import remarkGfm from 'remark-gfm';
import './markdown.css';

export interface MarkdownProps {
  text: string;
  /** Search engines are told not to follow links of users. The owner of the site answers for their own. */
  author?: 'user' | 'owner';
}

const isExternal = (href: string | undefined): boolean => /^(https?:)?\/\//i.test(href ?? '');

/** The page has one `h1`, its title, so the headings of a text begin below it. */
const COMPONENTS: Components = {
  h1: ({ children }) => <h2>{children}</h2>,
  a: ({ href, children }) => (
    <a href={href} rel="nofollow ugc noopener">
      {children}
    </a>
  ),
  img: ({ src, alt = '' }) => <img src={src} alt={alt} loading="lazy" />,
  // A region that scrolls sideways must be reachable by keyboard.
  pre: ({ children }) => <pre tabIndex={0}>{children}</pre>,
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

/** HTML in a text is shown as it was written, instead of being left out. */
const showHtml = () => (tree: Node) => {
  const visit = (node: Node) => {
    if (node.type === 'raw') node.type = 'text';
    node.children?.forEach(visit);
  };
  visit(tree);
};

/** A text in Markdown. It never becomes HTML as it is: tags are shown as text, links are sanitized. */
export const Markdown = ({ text, author = 'user' }: MarkdownProps) => (
  <div className="markdown" dir="auto">
    <ReactMarkdown
      remarkPlugins={[remarkGfm]}
      rehypePlugins={[showHtml, rehypeSanitize]}
      components={author === 'owner' ? OWNER_COMPONENTS : COMPONENTS}
    >
      {text}
    </ReactMarkdown>
  </div>
);
