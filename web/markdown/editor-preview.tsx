import { DeferredMarkdown } from './deferred-markdown.tsx';

export interface EditorPreviewProps {
  text: string;
  /** Shown while the text is empty. */
  placeholder: string;
  /** The content of the preview, if it is more than the text. Such texts are written by the owner of the site. */
  preview?: { title: string; lead: string; text: string };
}

/**
 * The preview of a text, as its readers will see it. It is as high as the editor beside it, and scrolls: its text arrives
 * late and grows, and must not move the buttons below.
 */
export const EditorPreview = ({ text, placeholder, preview }: EditorPreviewProps) => (
  <section
    aria-label="Preview"
    // Scrolls by keyboard.
    tabIndex={0}
    className="panel h-96 min-w-0 overflow-y-auto p-5 lg:h-auto lg:contain-size"
  >
    {preview && (
      <div className="mb-6 grid gap-3">
        <div dir="auto" className="text-2xl font-extrabold wrap-anywhere">
          {preview.title}
        </div>
        <p dir="auto" className="muted text-lg wrap-anywhere">
          {preview.lead}
        </p>
      </div>
    )}
    {text.trim() === '' ? (
      <p className="muted">{placeholder}</p>
    ) : (
      <DeferredMarkdown text={preview?.text ?? text} author={preview ? 'owner' : 'user'} />
    )}
  </section>
);
