import { useId, useState } from 'react';
import { COVER_FALLBACK, Picture } from '#web/ui/picture.tsx';

/** In characters. Screen readers read a description at once, so it has to be short. */
const MAX_LENGTH = 250;

interface PictureDescriptionProps {
  address: string;
  /** How many pictures have no description, including this one. */
  count: number;
  onDescribe: (description: string) => void;
}

/** Asks for the description of a picture, which users who cannot see it are read instead. */
export const PictureDescription = ({ address, count, onDescribe }: PictureDescriptionProps) => {
  const id = useId();
  const [description, setDescription] = useState('');
  return (
    <div className="panel grid gap-3 p-4 text-sm">
      <p role="status" className="font-semibold">
        {count === 1 ? 'A picture has no description yet.' : `${count} pictures have no description yet.`}
      </p>
      <div className="flex flex-wrap items-start gap-3">
        <Picture
          src={address}
          alt=""
          fallback={COVER_FALLBACK}
          width={96}
          height={64}
          className="h-16 w-24 rounded-field object-cover"
        />
        <div className="grid min-w-0 grow gap-2">
          <label htmlFor={id}>What does it show?</label>
          <div className="flex flex-wrap gap-2">
            <input
              id={id}
              className="input input-sm min-w-40 grow"
              value={description}
              maxLength={MAX_LENGTH}
              dir="auto"
              aria-describedby={`${id}-hint`}
              onChange={({ target }) => setDescription(target.value)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
                // The text is saved by the form around this.
                event.preventDefault();
                if (description.trim()) onDescribe(description);
              }}
            />
            <button type="button" className="btn btn-sm" onClick={() => onDescribe(description)}>
              {description.trim() ? 'Add description' : 'Only decoration'}
            </button>
          </div>
          <p id={`${id}-hint`} className="muted">
            Screen readers read it aloud to those who cannot see the picture.
          </p>
        </div>
      </div>
    </div>
  );
};
