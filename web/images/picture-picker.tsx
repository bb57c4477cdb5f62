import { ImageUp } from 'lucide-react';
import { type ReactNode, Suspense, useId, useState } from 'react';
import { useUploadLimit } from '#web/calls/config.ts';
import { later } from '#web/rendering/later.tsx';
import { formatBytes } from '#web/ui/format-bytes.ts';
import { LoadingDialog } from '#web/ui/loading-dialog.tsx';
import { useFileDrop } from '#web/ui/use-file-drop.ts';
import { ACCEPTED_TYPES, type ChosenPicture, findProblem, openPicture } from './chosen-picture.ts';
import type { Shape } from './preview.tsx';
import { usePictureOwner } from './use-picture-owner.ts';

const CropDialog = later(async () => (await import('./crop-dialog.tsx')).CropDialog);

const UNREADABLE = 'We couldn’t read this picture. The file may be damaged.';

interface PicturePickerProps {
  shape: Shape;
  /** The accessible name of the button. */
  label: string;
  disabled: boolean;
  onChoose: (picture: ChosenPicture) => void;
  /** The preview and any other content of the drop zone. */
  children: ReactNode;
}

/** Accepts a picture from a file, the camera, the clipboard or drag and drop, and lets the user crop it. */
export const PicturePicker = ({ shape, label, disabled, onChoose, children }: PicturePickerProps) => {
  const limit = useUploadLimit('picture');
  const inputId = useId();
  const [picture, setPicture] = useState<ChosenPicture>();
  const [problem, setProblem] = useState<string>();
  const { own, handOver } = usePictureOwner();

  const show = (shown: ChosenPicture | undefined) => {
    own(shown);
    setPicture(shown);
  };
  const take = (taken: File | undefined) => {
    if (!taken || disabled) return;
    const found = findProblem(taken, limit);
    setProblem(found);
    if (!found) show(openPicture(taken));
  };
  const drop = () => show(undefined);
  const { isOver, dropProps } = useFileDrop(([first]) => take(first));

  return (
    <div
      className={`grid gap-3 rounded-field border border-dashed p-4 ${isOver ? 'border-primary bg-primary/5' : 'border-base-content/25'}`}
      {...dropProps}
    >
      {children}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <label
          htmlFor={inputId}
          className={`btn btn-outline has-focus-visible:outline-2 has-focus-visible:outline-offset-2 ${disabled ? 'btn-disabled' : ''}`}
        >
          <ImageUp className="size-4" aria-hidden="true" />
          {label}
          <input
            id={inputId}
            type="file"
            accept={ACCEPTED_TYPES}
            className="sr-only"
            disabled={disabled}
            onChange={({ target }) => {
              take(target.files?.[0]);
              // Allows the same file to be chosen again.
              target.value = '';
            }}
          />
        </label>
        <span className="muted text-sm">or drop or paste one here, up to {formatBytes(limit)}</span>
      </div>
      {problem && (
        <p role="alert" className="text-sm text-error">
          {problem}
        </p>
      )}
      {picture && (
        <Suspense fallback={<LoadingDialog onClose={drop} />}>
          <CropDialog
            address={picture.address}
            shape={shape}
            onClose={drop}
            onUnreadable={() => {
              drop();
              setProblem(UNREADABLE);
            }}
            onChoose={(crop) => {
              handOver();
              setPicture(undefined);
              onChoose({ ...picture, crop });
            }}
          />
        </Suspense>
      )}
    </div>
  );
};
