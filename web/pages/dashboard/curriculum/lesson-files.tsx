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
}

/** The video of a lesson, uploaded or by its address, or its file for download. */
export const LessonFiles = (props: LessonFilesProps) => {
  const { content, fields, onChange } = props;
  const { kind, file } = content;
  if (kind === 'article') return null;
  if (kind === 'video') return <VideoContent {...props} />;
  return (
    <div className="grid grid-cols-1 gap-3">
      <PresentFile content={content} onChange={onChange} />
      <UploadField
        purpose="document"
        label={file ? 'Replace the file' : 'Upload the file'}
        hint="PDF, ZIP, office documents, text or pictures."
        error={fields.file}
        onUploaded={(uploaded) => onChange({ file: uploaded })}
      />
    </div>
  );
};
