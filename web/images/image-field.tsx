import { type InputHTMLAttributes, type Ref, useState } from 'react';
import type { ControlText } from '#web/ui/described-control.tsx';
import { Field } from '#web/ui/field.tsx';
import { useIsSending } from '#web/ui/sending.ts';
import { useDebounced } from '#web/ui/use-debounced.ts';
import { PicturePicker } from './picture-picker.tsx';
import { ChosenPreview, Preview, type Shape } from './preview.tsx';
import { NO_PICTURE } from './require-pictures.ts';
import { UploadStatus } from './upload-status.tsx';
import { usePictureUpload } from './use-picture-upload.ts';

interface ImageFieldProps extends ControlText, InputHTMLAttributes<HTMLInputElement> {
  /** The current value of the field. */
  current: string | undefined;
  shape: Shape;
  /** No fallback is shown if there is no picture. */
  isOptional?: boolean;
  /** A picture is required. */
  isNeeded?: boolean;
  /** The form is not sent with a picture that cannot be loaded. */
  isChecked?: boolean;
  /** Sets the field to the address of the uploaded picture, or clears it. */
  onPicture: (address: string) => void;
  /** Called when the upload of a picture starts and when none is running any more. */
  onUploading: (isUploading: boolean) => void;
  ref?: Ref<HTMLInputElement>;
}

/** Only these addresses are loaded for the preview. Form validation reports all others. */
const isUrl = (text: string): boolean => /^(https?:\/\/[^/]|\/(?![/\\]))/.test(text);

const BROKEN = `${NO_PICTURE} We’ll show this illustration instead.`;
const NEEDED = 'Upload a picture or enter its URL.';
const NONE = 'We’ll show this illustration if there is no picture.';

/** A picture that is uploaded or given by its URL, with a preview as other users will see it. */
export const ImageField = ({
  current = '',
  shape,
  isOptional,
  isNeeded,
  isChecked,
  onPicture,
  onUploading,
  ...field
}: ImageFieldProps) => {
  const settled = useDebounced(current.trim());
  const [broken, setBroken] = useState<string>();
  const { upload, start, cancel } = usePictureUpload(onPicture, onUploading);
  const isUploading = upload.state === 'uploading';
  const isSending = useIsSending();
  const src = isUrl(settled) ? settled : '';
  const isEmpty = (isOptional || isNeeded) && src === '';
  const none = isNeeded ? NEEDED : isOptional ? 'A picture is optional.' : NONE;
  const isBroken = src !== '' && broken === src;
  return (
    <div className="grid content-start gap-3">
      <Field {...field} inputMode="url" />
      <PicturePicker
        shape={shape}
        label={current ? 'Upload another picture' : 'Upload a picture'}
        disabled={isUploading || isSending}
        onChoose={start}
      >
        {isUploading ? (
          <ChosenPreview shape={shape} picture={upload.picture} />
        ) : (
          !isEmpty && <Preview shape={shape} src={src} onBroken={() => setBroken(src)} />
        )}
        <p role="status" className="muted text-sm">
          {src === '' ? none : isBroken ? (isChecked ? NO_PICTURE : BROKEN) : 'Preview'}
        </p>
        {current !== '' && !isUploading && !isSending && (
          <button type="button" className="btn w-fit btn-sm" onClick={() => onPicture('')}>
            Remove picture
          </button>
        )}
        <UploadStatus upload={upload} onCancel={cancel} onRetry={start} />
      </PicturePicker>
    </div>
  );
};
