import { type InputHTMLAttributes, type Ref, useState } from 'react';
import type { ControlText } from './described-control.tsx';
import { Field } from './field.tsx';
import { AVATAR_FALLBACK, COVER_FALLBACK, Picture } from './picture.tsx';
import { useDebounced } from './use-debounced.ts';

interface ImageFieldProps extends ControlText, InputHTMLAttributes<HTMLInputElement> {
  /** The current value of the field. */
  current: string | undefined;
  shape: 'avatar' | 'cover';
  ref?: Ref<HTMLInputElement>;
}

const SHAPES = {
  avatar: { fallback: AVATAR_FALLBACK, width: 80, height: 80, className: 'size-20 rounded-full' },
  cover: {
    fallback: COVER_FALLBACK,
    width: 320,
    height: 180,
    className: 'aspect-video w-full max-w-80 rounded-field',
  },
};
/** The preview loads only these. Form validation reports any other value. */
const isAddress = (text: string): boolean => /^(https?:\/\/[^/]|\/(?![/\\]))/.test(text);

/** An input for an image URL, with a preview of what other users will see. */
export const ImageField = ({ current = '', shape, ...field }: ImageFieldProps) => {
  const settled = useDebounced(current.trim());
  const [broken, setBroken] = useState<string>();
  const src = isAddress(settled) ? settled : '';
  const isBroken = src !== '' && broken === src;
  const { className, ...look } = SHAPES[shape];
  return (
    <div className="grid content-start gap-3">
      <Field {...field} inputMode="url" />
      <div className="grid gap-1.5">
        <Picture
          {...look}
          src={src}
          alt="Preview"
          className={`bg-base-300 object-cover ${className}`}
          onBroken={() => setBroken(src)}
        />
        <p role="status" className="muted text-sm">
          {isBroken
            ? 'We couldn’t load a picture from this address. We’ll show this illustration instead.'
            : src
              ? 'Preview'
              : 'We’ll show this illustration if there is no picture.'}
        </p>
      </div>
    </div>
  );
};
