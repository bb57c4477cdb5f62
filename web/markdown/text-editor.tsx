import {
  Bold,
  Code,
  Heading,
  ImageUp,
  Italic,
  Link as LinkIcon,
  List,
  ListOrdered,
  type LucideIcon,
  TextQuote,
} from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { TEXT_LIMITS } from '#contract/common.ts';
import { useUploadLimit } from '#web/calls/config.ts';
import { ACCEPTED_TYPES, findProblem, openPicture } from '#web/images/chosen-picture.ts';
import { UploadStatus } from '#web/images/upload-status.tsx';
import { usePictureUpload } from '#web/images/use-picture-upload.ts';
import { excessOf } from '#web/ui/excess.ts';
import { DeferredMarkdown } from './deferred-markdown.tsx';
import { type Mark, type Marked, MARKS, markText, replaceSelection } from './mark-text.ts';

const ICONS: Record<Mark, LucideIcon> = {
  Bold,
  Italic,
  Code,
  Link: LinkIcon,
  Heading,
  List,
  'Numbered list': ListOrdered,
  Quote: TextQuote,
};

interface TextEditorProps {
  text: string;
  error?: string;
  onChange: (text: string) => void;
  /** Called when the upload of a picture starts and when none is running any more. */
  onUploading: (isUploading: boolean) => void;
  /** In characters. Longer texts are not cut, because the end of a pasted text would be lost without notice. */
  maxLength?: number;
  /** Shown in the preview while the text is empty. */
  placeholder: string;
  /** The content of the preview, if it is more than the text. Such texts are written by the owner of the site. */
  preview?: { title: string; lead: string; text: string };
}

/** A Markdown editor with a toolbar, picture uploads, and a preview beside it. */
export const TextEditor = ({
  text,
  error: refusal,
  onChange,
  onUploading,
  maxLength = TEXT_LIMITS.lesson,
  placeholder,
  preview,
}: TextEditorProps) => {
  const id = useId();
  const error = refusal ?? excessOf(text, maxLength);
  const limit = useUploadLimit('picture');
  const area = useRef<HTMLTextAreaElement>(null);
  const [problem, setProblem] = useState<string>();

  const apply = (change: (marked: Marked) => Marked) => {
    const element = area.current!;
    const { value, selectionStart, selectionEnd } = element;
    const marked = change({ text: value, start: selectionStart, end: selectionEnd });
    // The selection can only be set once the field contains the text, but before the user presses the next key.
    flushSync(() => onChange(marked.text));
    element.setSelectionRange(marked.start, marked.end);
  };
  const format = (mark: Mark) => {
    apply((marked) => markText(marked, mark));
    area.current!.focus();
  };
  // The user may be typing into another field by now, so the focus stays where it is.
  const { upload, start, cancel } = usePictureUpload(
    (address) =>
      apply((marked) => replaceSelection({ ...marked, start: marked.end }, `\n\n![Picture](${address})\n\n`)),
    onUploading,
  );
  const choose = (file: File | undefined) => {
    if (!file) return;
    const found = findProblem(file, limit);
    setProblem(found);
    if (!found) start(openPicture(file));
  };

  return (
    <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
      <div className="grid min-w-0 content-start gap-2">
        <label htmlFor={id} className="text-sm font-semibold">
          Text
        </label>
        <div role="toolbar" aria-label="Format" className="flex flex-wrap gap-1">
          {(Object.keys(MARKS) as Mark[]).map((name) => {
            const Icon = ICONS[name];
            return (
              <button
                key={name}
                type="button"
                className="btn btn-sm px-2.5"
                aria-label={name}
                title={name}
                onClick={() => format(name)}
              >
                <Icon className="size-4" aria-hidden="true" />
              </button>
            );
          })}
          <label className="btn px-2.5 btn-sm has-focus-visible:outline-2 has-focus-visible:outline-offset-2">
            <ImageUp className="size-4" aria-hidden="true" />
            Picture
            <input
              type="file"
              accept={ACCEPTED_TYPES}
              className="sr-only"
              onChange={({ target }) => {
                choose(target.files?.[0]);
                target.value = '';
              }}
            />
          </label>
        </div>
        <textarea
          id={id}
          ref={area}
          dir="auto"
          rows={18}
          value={text}
          aria-invalid={error !== undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          className={`textarea w-full text-base ${error ? 'textarea-error' : ''}`}
          onChange={({ target }) => onChange(target.value)}
        />
        {(error ?? problem) && (
          <p id={`${id}-error`} role="alert" className="text-sm text-error">
            {error ?? problem}
          </p>
        )}
        <UploadStatus upload={upload} onCancel={cancel} onRetry={start} />
      </div>
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
    </div>
  );
};
