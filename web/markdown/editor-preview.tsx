import { DeferredMarkdown } from './deferred-markdown.tsx';

export interface EditorPreviewProps {
  text: string;
  /** Shown while the text is empty. */
  placeholder: string;
  /** The content of the preview, if it is more than the text. Such texts are written by the owner of the site. */
  preview?: { title: string; lead: string; text: string };
}

/** The preview of a text, as its readers will see it. */
export const EditorPreview = ({ text, placeholder, preview }: EditorPreviewProps) => (
  <section aria-label="Preview" className="panel min-w-0 p-5">
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
