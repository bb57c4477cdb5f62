import { FileText } from 'lucide-react';
import { useState } from 'react';
import { PLAYER_NAMES } from '#web/curriculum/player-names.ts';
import { UploadedVideo } from '#web/curriculum/uploaded-video.tsx';
import { UPLOADING, useLeaveWarning } from '#web/forms/use-leave-warning.ts';
import { PicturePicker } from '#web/images/picture-picker.tsx';
import { ChosenPreview, Preview } from '#web/images/preview.tsx';
import { UploadStatus } from '#web/images/upload-status.tsx';
import { usePictureUpload } from '#web/images/use-picture-upload.ts';
import { parseVideoUrl, videoUrl } from '#contract/video-url.ts';
import { useSignedInUser } from '#web/session/session-context.ts';
import { Field } from '#web/ui/field.tsx';
import { formatBytes } from '#web/ui/format-bytes.ts';
import { CaptionsField } from './captions-field.tsx';
import type { Content } from './lesson-content.ts';
import { UploadField } from './upload-field.tsx';

interface LessonFilesProps {
  content: Content;
  fields: Partial<Record<string, string>>;
  /** Whether the content is saved, so that its files can be loaded. */
  isSaved: boolean;
  onChange: (change: Partial<Content>) => void;
}

const Poster = ({ poster, onChange }: { poster: string; onChange: (poster: string) => void }) => {
  const { upload, start, cancel } = usePictureUpload(onChange);
  const isUploading = upload.state === 'uploading';
  useLeaveWarning(isUploading, { loss: UPLOADING, coversQuery: true });
  return (
    <fieldset className="grid content-start gap-3">
      <legend className="pb-2 text-sm font-semibold">Picture shown before the video starts</legend>
      <PicturePicker
        shape="cover"
        label={poster ? 'Upload another picture' : 'Upload a picture'}
        disabled={isUploading}
        onChoose={start}
      >
        {isUploading ? (
          <ChosenPreview shape="cover" picture={upload.picture} />
        ) : (
          poster && <Preview shape="cover" src={poster} onBroken={() => undefined} />
        )}
        {poster && !isUploading && (
          <button type="button" className="btn w-fit btn-sm" onClick={() => onChange('')}>
            Remove picture
          </button>
        )}
        <UploadStatus upload={upload} onCancel={cancel} onRetry={start} />
      </PicturePicker>
    </fieldset>
  );
};

const Present = ({ content, onChange }: Pick<LessonFilesProps, 'content' | 'onChange'>) =>
  content.file && (
    <div className="flex flex-wrap items-center gap-3 rounded-field bg-base-200 px-3 py-2">
      <FileText className="size-5 shrink-0 text-primary" aria-hidden="true" />
      <span className="min-w-0 flex-1">
        <bdi className="block font-medium wrap-anywhere">{content.file.name}</bdi>
        <span className="muted text-sm">{formatBytes(content.file.bytes)}</span>
      </span>
      <button
        type="button"
        className="btn btn-sm"
        // A published lesson requires its file.
        onClick={() => onChange({ file: null, captions: [], poster: '', status: 'draft' })}
      >
        Remove<span className="sr-only"> {content.file.name}</span>
      </button>
    </div>
  );

/** Plays the video as students will see it, and fills in the minutes if none were entered. */
const VideoPreview = ({ content, isSaved, onChange }: Omit<LessonFilesProps, 'fields'>) => {
  const { email } = useSignedInUser();
  const { title, file, poster, captions } = content;
  const files = [file, ...captions.map((one) => one.file)].map((one) => one?._id).join();
  // Files can be loaded once the lesson that they belong to is saved.
  const [readable, setReadable] = useState(isSaved ? files : undefined);
  if (isSaved && readable !== files) setReadable(files);
  if (!file || readable !== files) return null;
  return (
    <UploadedVideo
      key={files}
      lesson={{ title, file, captions, poster: poster || undefined }}
      viewer={email}
      onLoadedMetadata={({ currentTarget: { duration } }) => {
        if (content.minutes === null && Number.isFinite(duration))
          onChange({ minutes: Math.max(1, Math.round(duration / 60)) });
      }}
    />
  );
};

const urlHint = (isUploading: boolean, address: string): string => {
  if (!isUploading) return 'Or the URL of a YouTube or Vimeo video';
  return address === ''
    ? 'Cancel the upload to enter a URL instead.'
    : 'The uploaded video will replace this URL. Cancel the upload to keep the URL.';
};

/** The video of a lesson, uploaded or by its address, or its file for download. */
export const LessonFiles = ({ content, fields, isSaved, onChange }: LessonFilesProps) => {
  const { kind, file, video: address } = content;
  const embedded = parseVideoUrl(address);
  const [isUploading, setUploading] = useState(false);
  if (kind === 'article') return null;
  if (kind === 'file')
    return (
      <div className="grid grid-cols-1 gap-3">
        <Present content={content} onChange={onChange} />
        <UploadField
          purpose="document"
          label={file ? 'Replace the file' : 'Upload the file'}
          hint="PDF, ZIP, office documents, text or pictures."
          error={fields.file}
          onUploaded={(uploaded) => onChange({ file: uploaded })}
        />
      </div>
    );
  return (
    <div className="grid grid-cols-1 gap-4">
      <Present content={content} onChange={onChange} />
      {/* Without its field, an upload would be canceled. */}
      {(address === '' || isUploading) && (
        <UploadField
          purpose="video"
          label={file ? 'Replace the video' : 'Upload a video'}
          hint="MP4 or WebM."
          accept="video/mp4,video/webm"
          error={fields.file}
          onUploaded={(uploaded) => onChange({ file: uploaded, video: '' })}
          onUploading={setUploading}
        />
      )}
      {!file && (
        <Field
          label="Video"
          type="url"
          inputMode="url"
          value={address}
          readOnly={isUploading}
          hint={urlHint(isUploading, address)}
          error={fields.video}
          onChange={({ target }) => onChange({ video: target.value })}
        />
      )}
      {/* Only lesson pages may embed the players, so the link opens the video at its provider. */}
      {embedded && (
        <a href={videoUrl(embedded)} target="_blank" rel="noopener" className="link w-fit">
          Watch on {PLAYER_NAMES[embedded.provider]} (new tab)
        </a>
      )}
      <VideoPreview content={content} isSaved={isSaved} onChange={onChange} />
      {file && (
        <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
          <CaptionsField
            captions={content.captions}
            error={fields.captions}
            onChange={(captions) => onChange({ captions })}
          />
          <Poster poster={content.poster} onChange={(poster) => onChange({ poster })} />
        </div>
      )}
    </div>
  );
};
