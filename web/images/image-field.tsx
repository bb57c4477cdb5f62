import type { InputHTMLAttributes, Ref } from 'react';
import type { ControlText } from '#web/ui/described-control.tsx';
import { Field } from '#web/ui/field.tsx';
import { useIsSending } from '#web/ui/sending.ts';
import { AddressPreview } from './address-preview.tsx';
import { PicturePicker } from './picture-picker.tsx';
import { ChosenPreview, type Shape } from './preview.tsx';
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
  const { upload, start, cancel } = usePictureUpload(onPicture, onUploading);
  const isUploading = upload.state === 'uploading';
  const isSending = useIsSending();
  return (
    <div className="grid content-start gap-3">
      <Field {...field} inputMode="url" />
      <PicturePicker
        shape={shape}
        label={current ? 'Upload another picture' : 'Upload a picture'}
        disabled={isUploading || isSending}
        onChoose={start}
      >
        <AddressPreview
          shape={shape}
          typed={current}
          none={isNeeded ? NEEDED : isOptional ? 'A picture is optional.' : NONE}
          isEmptyWithout={isOptional || isNeeded}
          isChecked={isChecked}
          instead={isUploading ? <ChosenPreview shape={shape} picture={upload.picture} /> : undefined}
        />
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
