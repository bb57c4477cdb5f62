import type { ModeratedFeedback } from '#contract/moderated-feedback.ts';

interface ModerationButtonProps {
  entry: ModeratedFeedback;
  busy: boolean;
  onHide: (entry: ModeratedFeedback) => void;
  onShow: (entry: ModeratedFeedback) => void;
}

/** Hides public feedback, or shows hidden feedback again. */
export const ModerationButton = ({ entry, busy, onHide, onShow }: ModerationButtonProps) => {
  const isPublic = entry.hiddenReason === undefined;
  const label = isPublic ? 'Hide' : 'Show again';
  return (
    <button
      type="button"
      className={`btn btn-outline btn-sm whitespace-nowrap ${isPublic ? 'btn-error' : ''}`}
      disabled={busy}
      onClick={() => (isPublic ? onHide : onShow)(entry)}
      aria-label={`${label}: the feedback from ${entry.user.name} on ${entry.title}`}
    >
      {label}
    </button>
  );
};
