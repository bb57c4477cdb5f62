import { useRef, useState } from 'react';
import { parseVideoUrl, videoUrl } from '#contract/video-url.ts';
import { PLAYER_NAMES } from '#web/curriculum/player-names.ts';
import { UploadedVideo } from '#web/curriculum/uploaded-video.tsx';
import { useSignedInUser } from '#web/session/session-context.ts';
import { Field } from '#web/ui/field.tsx';
import { CaptionsField } from './captions-field.tsx';
import { REPLACE_LABEL } from './describe-unpublishing.ts';
import type { Content } from './lesson-content.ts';
import { PosterField } from './poster-field.tsx';
import { PresentFile } from './present-file.tsx';
import { UploadField } from './upload-field.tsx';
import { useNewVideo } from './use-new-video.ts';

interface VideoContentProps {
  content: Content;
  fields: Partial<Record<string, string>>;
  /** Whether the content is saved, so that its files can be loaded. */
  isSaved: boolean;
  onChange: (change: Partial<Content>) => void;
  /** Called if the lesson has become a draft because its video was removed. */
  onUnpublished: () => void;
}

interface VideoPreviewProps extends Pick<VideoContentProps, 'content' | 'isSaved'> {
  /** Called with the length of the video, in seconds. */
  onMeasured: (duration: number) => void;
}

/** Plays the video as students will see it. */
const VideoPreview = ({ content, isSaved, onMeasured }: VideoPreviewProps) => {
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
      onLoadedMetadata={({ currentTarget }) => onMeasured(currentTarget.duration)}
    />
  );
};

const urlHint = (isUploading: boolean, address: string): string => {
  if (!isUploading) return 'Or the URL of a YouTube or Vimeo video';
  return address === ''
    ? 'Cancel the upload to enter a URL instead.'
    : 'The uploaded video will replace this URL. Cancel the upload to keep the URL.';
};

/** The video of a lesson, uploaded or by its address. */
export const VideoContent = (props: VideoContentProps) => {
  const { content, fields, isSaved, onChange, onUnpublished } = props;
  const upload = useRef<HTMLInputElement>(null);
  const { file, video: address } = content;
  const embedded = parseVideoUrl(address);
  const [isUploading, setUploading] = useState(false);
  const { notice, replace, measure, change } = useNewVideo(content, onChange);
  return (
    <div className="grid grid-cols-1 gap-4">
      <PresentFile
        content={content}
        onChange={change}
        onUnpublished={onUnpublished}
        onRemoved={() => upload.current?.focus()}
      />
      {/* Without its field, an upload would be canceled. */}
      {(address === '' || isUploading) && (
        <UploadField
          ref={upload}
          purpose="video"
          label={file ? REPLACE_LABEL.video : 'Upload a video'}
          hint="MP4 or WebM."
          accept="video/mp4,video/webm"
          error={fields.file}
          onUploaded={replace}
          onUploading={setUploading}
        />
      )}
      <p role="status" className="muted text-sm">
        {notice}
      </p>
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
      <VideoPreview content={content} isSaved={isSaved} onMeasured={measure} />
      {file && (
        <div className="grid grid-cols-1 gap-4 lg:grid-cols-2">
          <CaptionsField
            captions={content.captions}
            error={fields.captions}
            onChange={(captions) => onChange({ captions })}
          />
          <PosterField poster={content.poster} onChange={(poster) => onChange({ poster })} />
        </div>
      )}
    </div>
  );
};
