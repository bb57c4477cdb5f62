import { ArrowDown, ArrowUp } from 'lucide-react';

interface MoveButtonsProps {
  /** The id of the moved entry. The buttons' ids are derived from it, so that they can be focused after the move. */
  id: string;
  name: string;
  canMove: Record<'up' | 'down', boolean>;
  onMove: (step: 'up' | 'down') => void;
  /** Further classes of the buttons. */
  className?: string;
}

export const moveButtonId = (id: string, step: 'up' | 'down') => `move-${step}-${id}`;

/** Buttons that move an entry of a list by one step. */
export const MoveButtons = ({ id, name, canMove, onMove, className = '' }: MoveButtonsProps) =>
  (['up', 'down'] as const).map((step) => {
    const Icon = step === 'up' ? ArrowUp : ArrowDown;
    return (
      <button
        key={step}
        id={moveButtonId(id, step)}
        type="button"
        className={`btn btn-ghost btn-sm ${className}`}
        aria-label={`Move ${step}: ${name}`}
        // Disabling the button would lose the focus at the end of the list.
        aria-disabled={!canMove[step]}
        onClick={() => canMove[step] && onMove(step)}
      >
        <Icon className={`size-4 ${canMove[step] ? '' : 'opacity-40'}`} aria-hidden="true" />
      </button>
    );
  });
