import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { TEXT_LIMITS } from '#contract/text-limits.ts';
import { useUploadLimit } from '#web/calls/config.ts';
import { findProblem, openPicture } from '#web/images/chosen-picture.ts';
import { UploadStatus } from '#web/images/upload-status.tsx';
import { usePictureUpload } from '#web/images/use-picture-upload.ts';
import { excessOf } from '#web/ui/excess.ts';
import { addPicture, describePicture, findUndescribed, type UndescribedPicture } from './describe-picture.ts';
import { EditorPreview, type EditorPreviewProps } from './editor-preview.tsx';
import { EditorToolbar } from './editor-toolbar.tsx';
import { type Mark, type Marked, markOfKey, markText } from './mark-text.ts';
import { PictureDescription } from './picture-description.tsx';
import { replaceText } from './replace-text.ts';
import { isShortcut } from './shortcuts.ts';

interface TextEditorProps extends EditorPreviewProps {
  error?: string;
  onChange: (text: string) => void;
  /** Called when the upload of a picture starts and when none is running any more. */
  onUploading: (isUploading: boolean) => void;
  /** In characters. Longer texts are not cut, because the end of a pasted text would be lost without notice. */
  maxLength?: number;
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
    replaceText(element, marked, (changed) => flushSync(() => onChange(changed)));
  };
  const format = (mark: Mark) => {
    area.current!.focus();
    apply((marked) => markText(marked, mark));
  };
  const followShortcut = (event: KeyboardEvent) => {
    const mark = isShortcut(event) ? markOfKey(event.key) : undefined;
    if (!mark) return;
    event.preventDefault();
    format(mark);
  };
  // The user may be typing into another field by now, so the focus stays where it is.
  const { upload, start, cancel } = usePictureUpload((address) => {
    const isTyping = document.activeElement === area.current;
    apply((marked) => addPicture(marked, address, isTyping));
  }, onUploading);
  const choose = (file: File | undefined) => {
    if (!file) return;
    const found = findProblem(file, limit);
    setProblem(found);
    if (!found) start(openPicture(file));
  };

  const undescribed = findUndescribed(text);
  const [picture] = undescribed;
  const describe = (shown: UndescribedPicture, description: string) => {
    area.current!.focus();
    apply((marked) => describePicture(marked.text, shown, description));
  };

  return (
    <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
      <div className="grid min-w-0 content-start gap-2">
        <label htmlFor={id} className="text-sm font-semibold">
          Text
        </label>
        <EditorToolbar onFormat={format} onChoose={choose} />
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
          onKeyDown={followShortcut}
        />
        {error && (
          // How much too long a text is changes with each key, so only a refusal is announced.
          <p id={`${id}-error`} role={refusal && 'alert'} className="text-sm text-error">
            {error}
          </p>
        )}
        {problem && (
          <p role="alert" className="text-sm text-error">
            {problem}
          </p>
        )}
        {picture && (
          <PictureDescription
            key={`${picture.address} ${undescribed.length}`}
            address={picture.address}
            count={undescribed.length}
            onDescribe={(description) => describe(picture, description)}
          />
        )}
        <UploadStatus upload={upload} onCancel={cancel} onRetry={start} />
      </div>
      <EditorPreview text={text} placeholder={placeholder} preview={preview} />
    </div>
  );
};
