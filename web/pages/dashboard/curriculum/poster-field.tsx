import { UPLOADING, useLeaveWarning } from '#web/forms/use-leave-warning.ts';
import { PicturePicker } from '#web/images/picture-picker.tsx';
import { ChosenPreview, Preview } from '#web/images/preview.tsx';
import { UploadStatus } from '#web/images/upload-status.tsx';
import { usePictureUpload } from '#web/images/use-picture-upload.ts';

interface PosterFieldProps {
  poster: string;
  onChange: (poster: string) => void;
}

/** The picture that an uploaded video shows before it starts. */
export const PosterField = ({ poster, onChange }: PosterFieldProps) => {
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
