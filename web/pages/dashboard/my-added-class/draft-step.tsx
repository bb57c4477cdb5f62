import type { Class } from '#contract/classes.ts';
import { PATHS } from '#web/paths.ts';
import { Link } from '#web/routing/link.tsx';

interface DraftStepProps {
  own: Class;
  busy: boolean;
  onSubmit: () => void;
}

/** How a draft is submitted for review, or what it still lacks. */
export const DraftStep = ({ own: { _id, title, description, image }, busy, onSubmit }: DraftStepProps) => {
  const missing = [!description && 'a description', !image && 'an image'].filter(Boolean).join(' and ');
  return (
    <div className="grid gap-1.5">
      {missing ? (
        <Link
          to={PATHS.updateClass(_id)}
          className="btn btn-primary"
          aria-label={`Complete this draft: ${title}`}
        >
          Complete this draft
        </Link>
      ) : (
        <button
          type="button"
          className="btn btn-primary"
          disabled={busy}
          onClick={onSubmit}
          aria-label={`Submit for review: ${title}`}
        >
          Submit for review
        </button>
      )}
      <p className="muted text-sm">
        Only you can see this draft.{missing && ` Add ${missing} before you submit it for review.`}
      </p>
    </div>
  );
};
