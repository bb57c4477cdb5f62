import { useRef } from 'react';
import { REPLACE_LABEL } from './describe-unpublishing.ts';
import type { Content } from './lesson-content.ts';
import { PresentFile } from './present-file.tsx';
import { UploadField } from './upload-field.tsx';
import { VideoContent } from './video-content.tsx';

interface LessonFilesProps {
  content: Content;
  fields: Partial<Record<string, string>>;
  /** Whether the content is saved, so that its files can be loaded. */
  isSaved: boolean;
  onChange: (change: Partial<Content>) => void;
  /** Called if the lesson has become a draft because its file was removed. */
  onUnpublished: () => void;
}

/** The video of a lesson, uploaded or by its address, or its file for download. */
export const LessonFiles = (props: LessonFilesProps) => {
  const { content, fields, onChange, onUnpublished } = props;
  const upload = useRef<HTMLInputElement>(null);
  const { kind, file } = content;
  if (kind === 'article') return null;
  if (kind === 'video') return <VideoContent {...props} />;
  return (
    <div className="grid grid-cols-1 gap-3">
      <PresentFile
        content={content}
        onChange={onChange}
        onUnpublished={onUnpublished}
        onRemoved={() => upload.current?.focus()}
      />
      <UploadField
        ref={upload}
        purpose="document"
        label={file ? REPLACE_LABEL.file : 'Upload the file'}
        hint="PDF, ZIP, office documents, text or pictures."
        error={fields.file}
        onUploaded={(uploaded) => onChange({ file: uploaded })}
      />
    </div>
  );
};
