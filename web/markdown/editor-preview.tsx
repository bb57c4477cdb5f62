import { memo, useDeferredValue } from 'react';
import { Markdown } from './markdown.tsx';

/** Memoized, so that a key press need not wait until a long text is rendered. */
const Rendered = memo(Markdown);

export interface EditorPreviewProps {
  text: string;
  /** Shown while the text is empty. */
  placeholder: string;
  /** The content of the preview, if it is more than the text. Such texts are written by the owner of the site. */
  preview?: { title: string; lead: string; text: string };
}

/**
 * The preview of a text, as its readers will see it. The renderer is loaded with the editor, because a preview that
 * appears later would move the buttons below it.
 */
export const EditorPreview = ({ text, placeholder, preview }: EditorPreviewProps) => {
  const shown = useDeferredValue(preview?.text ?? text);
  return (
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
        <Rendered text={shown} author={preview ? 'owner' : 'user'} />
      )}
    </section>
  );
};
