import { Star } from 'lucide-react';
import { type Ref, useId } from 'react';
import { useIsSending } from './sending.ts';
import { STAR_VALUES } from './stars.tsx';

interface StarFieldProps {
  label: string;
  value: number | undefined;
  error?: string;
  /** The first star, which has the focus if the rating is missing. */
  ref?: Ref<HTMLInputElement>;
  onChange: (rating: number) => void;
}

/** A rating input: a radio group styled as stars, so that the arrow keys work as well. */
export const StarField = ({ label, value = 0, error, ref, onChange }: StarFieldProps) => {
  const id = useId();
  const isSending = useIsSending();
  return (
    <fieldset
      className="grid gap-1.5"
      role="radiogroup"
      aria-required
      aria-invalid={error !== undefined}
      aria-describedby={error ? `${id}-error` : undefined}
    >
      <legend className="mb-1.5 text-sm font-semibold">{label}</legend>
      <div className="flex">
        {STAR_VALUES.map((star) => (
          <label
            key={star}
            className="cursor-pointer rounded-field p-1.5 has-focus-visible:outline-3 has-focus-visible:outline-primary"
          >
            <input
              ref={star === STAR_VALUES[0] ? ref : undefined}
              type="radio"
              name={id}
              className="sr-only"
              checked={value === star}
              onChange={() => !isSending && onChange(star)}
              aria-label={`${star} ${star === 1 ? 'star' : 'stars'}`}
            />
            <Star
              className={`size-7 transition-colors ${star <= value ? 'fill-accent text-accent' : 'text-base-content/50'}`}
              aria-hidden="true"
            />
          </label>
        ))}
      </div>
      {error && (
        <p id={`${id}-error`} className="text-sm font-medium text-error">
          {error}
        </p>
      )}
    </fieldset>
  );
};
