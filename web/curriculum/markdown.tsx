import ReactMarkdown, { type Components } from 'react-markdown';
import rehypeSanitize from 'rehype-sanitize';
import remarkGfm from 'remark-gfm';
import './lesson.css';

/** The page has one `h1`, the title of the lesson, so the headings of a text begin below it. */
const components: Components = {
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

/** The text of a lesson. Markdown of a teacher never becomes HTML as it is: tags are shown as text, links are sanitized. */
export const Markdown = ({ text }: { text: string }) => (
  <div className="lesson-text" dir="auto">
    <ReactMarkdown
      remarkPlugins={[remarkGfm]}
      rehypePlugins={[showHtml, rehypeSanitize]}
      components={components}
    >
      {text}
    </ReactMarkdown>
  </div>
);
