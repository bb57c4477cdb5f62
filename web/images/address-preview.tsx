import { type ReactNode, useState } from 'react';
import { useDebounced } from '#web/ui/use-debounced.ts';
import { Preview, type Shape } from './preview.tsx';
import { NO_PICTURE } from './require-pictures.ts';

interface AddressPreviewProps {
  shape: Shape;
  /** What the user has typed as the address. */
  typed: string;
  /** The text without an address. */
  none?: string;
  /** Whether nothing is shown without an address, instead of the fallback. */
  isEmptyWithout?: boolean;
  /** The form is not sent with a picture that cannot be loaded. */
  isChecked?: boolean;
  /** Another picture to show for the time being. */
  instead?: ReactNode;
}

/** Only these addresses are loaded for the preview. Form validation reports all others. */
const isUrl = (text: string): boolean => /^(https?:\/\/[^/]|\/(?![/\\]))/.test(text);

const BROKEN = `${NO_PICTURE} We’ll show this illustration instead.`;

/** A preview of the picture at an address, with a hint if it cannot be loaded. */
export const AddressPreview = ({
  shape,
  typed,
  none = '',
  isEmptyWithout = false,
  isChecked = false,
  instead,
}: AddressPreviewProps) => {
  const settled = useDebounced(typed.trim());
  const [broken, setBroken] = useState<string>();
  const src = isUrl(settled) ? settled : '';
  const isBroken = src !== '' && broken === src;
  return (
    <>
      {instead ??
        (!(isEmptyWithout && src === '') && (
          <Preview shape={shape} src={src} onBroken={() => setBroken(src)} />
        ))}
      <p role="status" className="muted text-sm empty:hidden">
        {src === '' ? none : isBroken ? (isChecked ? NO_PICTURE : BROKEN) : 'Preview'}
      </p>
    </>
  );
};
