import { UploadProgress } from '#web/ui/upload-progress.tsx';
import type { ChosenPicture } from './chosen-picture.ts';
import type { Upload } from './use-picture-upload.ts';

interface UploadStatusProps {
  upload: Upload;
  onCancel: () => void;
  onRetry: (picture: ChosenPicture) => void;
}

/** The progress of an upload with a cancel button, or the error with a retry button if that can help. */
export const UploadStatus = ({ upload, onCancel, onRetry }: UploadStatusProps) => {
  if (upload.state === 'idle') return null;
  if (upload.state === 'failed')
    return (
      <div role="alert" className="flex flex-wrap items-center gap-3 text-sm">
        <span className="font-medium text-error">{upload.message}</span>
        {upload.isRepeatable && (
          <button type="button" className="btn btn-sm" onClick={() => onRetry(upload.picture)}>
            Try again
          </button>
        )}
      </div>
    );
  const { progress, isInterrupted } = upload;
  return (
    <div className="flex flex-wrap items-center gap-3 text-sm">
      <UploadProgress
        label="Upload"
        progress={progress}
        isInterrupted={isInterrupted}
        sent="Preparing the picture…"
      />
      <button type="button" className="btn btn-sm" onClick={onCancel}>
        Cancel upload
      </button>
    </div>
  );
};
