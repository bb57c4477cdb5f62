import type { InputHTMLAttributes, Ref } from 'react';
import type { ControlText } from '#web/ui/described-control.tsx';
import { Field } from '#web/ui/field.tsx';
import { AddressPreview } from './address-preview.tsx';
import type { ChosenPicture } from './chosen-picture.ts';
import { PicturePicker } from './picture-picker.tsx';
import { ChosenPreview, type Shape } from './preview.tsx';

interface DeferredImageFieldProps extends ControlText, InputHTMLAttributes<HTMLInputElement> {
  /** The current value of the field. */
  current: string | undefined;
  shape: Shape;
  /** The picture to upload later, which takes precedence over an address. */
  chosen: ChosenPicture | undefined;
  onChoose: (picture: ChosenPicture | undefined) => void;
  ref?: Ref<HTMLInputElement>;
}

/** A picture field for visitors, who cannot upload yet. The picture is uploaded once they have an account. */
export const DeferredImageField = ({
  current = '',
  shape,
  chosen,
  onChoose,
  ...field
}: DeferredImageFieldProps) => (
  <div className="grid content-start gap-3">
    {!chosen && <Field {...field} inputMode="url" />}
    <PicturePicker
      shape={shape}
      label={chosen ? 'Choose another picture' : 'Choose a picture'}
      disabled={false}
      onChoose={onChoose}
    >
      {chosen ? (
        <>
          <ChosenPreview shape={shape} picture={chosen} />
          <p role="status" className="muted text-sm break-words">
            {chosen.file.name}
          </p>
          <button type="button" className="btn w-fit btn-sm" onClick={() => onChoose(undefined)}>
            Remove picture
          </button>
        </>
      ) : (
        <AddressPreview shape={shape} typed={current} />
      )}
    </PicturePicker>
  </div>
);
