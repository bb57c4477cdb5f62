import { type SyntheticEvent, useId, useState } from 'react';
import { createPortal } from 'react-dom';
import Cropper from 'react-easy-crop';
import 'react-easy-crop/react-easy-crop.css';
import type { Crop } from '#contract/files.ts';
import { Dialog, DialogActions } from '#web/ui/dialog.tsx';
import type { Shape } from './preview.tsx';

interface CropDialogProps {
  /** The object URL of the picture. */
  address: string;
  shape: Shape;
  onChoose: (crop: Crop) => void;
  onClose: () => void;
  /** Called if the browser cannot show the file. */
  onUnreadable: () => void;
}

const ASPECT = {
  avatar: 1,
  cover: 16 / 9,
  logo: 1,
  share: 1_200 / 630,
  slide: 8 / 3,
  'narrow slide': 8 / 5,
  partner: 2,
};
const ZOOM = { min: 1, max: 4, step: 0.1 };

/**
 * Lets the user choose the visible part of a picture by dragging, or with the arrow keys and the slider. It is a form of
 * its own outside the form that the picture belongs to, so that Enter accepts the crop instead of submitting that form.
 */
export const CropDialog = ({ address, shape, onChoose, onClose, onUnreadable }: CropDialogProps) => {
  const [position, setPosition] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(ZOOM.min);
  const [crop, setCrop] = useState<Crop>();
  const zoomId = useId();
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    // Through the portal, the event would reach the outer form.
    event.stopPropagation();
    if (crop) onChoose(crop);
  };

  return createPortal(
    <Dialog title="Choose what to show" onClose={onClose}>
      <form method="post" className="flex flex-col gap-4" onSubmit={submit} noValidate>
        <div className="relative h-72 overflow-hidden rounded-field bg-neutral">
          <Cropper
            image={address}
            aspect={ASPECT[shape]}
            cropShape={shape === 'avatar' ? 'round' : 'rect'}
            showGrid={false}
            crop={position}
            zoom={zoom}
            minZoom={ZOOM.min}
            maxZoom={ZOOM.max}
            onCropChange={setPosition}
            onZoomChange={setZoom}
            onCropComplete={({ x, y, width, height }) =>
              setCrop({ left: x / 100, top: y / 100, width: width / 100, height: height / 100 })
            }
            // With any other role, screen readers intercept the arrow keys.
            cropperProps={{ role: 'application', 'aria-label': 'Move the picture with the arrow keys' }}
            mediaProps={{ onError: onUnreadable, alt: '' }}
            disableAutomaticStylesInjection
          />
        </div>
        <label htmlFor={zoomId} className="grid gap-1.5 text-sm font-semibold">
          Zoom
          <input
            id={zoomId}
            type="range"
            className="w-full accent-primary"
            {...ZOOM}
            value={zoom}
            onChange={({ target }) => setZoom(Number(target.value))}
          />
        </label>
        <DialogActions>
          <button type="button" className="btn" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="btn btn-primary" disabled={!crop}>
            Use picture
          </button>
        </DialogActions>
      </form>
    </Dialog>,
    document.body,
  );
};
