import { Pencil, Trash2 } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { MoveButtons } from '#web/ui/move-buttons.tsx';

interface EntryRowProps extends ComponentProps<typeof MoveButtons> {
  picture: ReactNode;
  canRemove: boolean;
  onEdit: () => void;
  onRemove: () => void;
}

/** An entry of an editable list, with the buttons that move, edit and remove it. */
export const EntryRow = ({ picture, canRemove, onEdit, onRemove, ...moving }: EntryRowProps) => (
  <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
    <span aria-hidden="true">{picture}</span>
    <span dir="auto" className="min-w-40 flex-1 font-semibold wrap-anywhere">
      {moving.name}
    </span>
    <span className="flex">
      <MoveButtons {...moving} />
      <button
        type="button"
        className="btn btn-ghost btn-sm"
        aria-label={`Edit: ${moving.name}`}
        onClick={onEdit}
      >
        <Pencil className="size-4" aria-hidden="true" />
      </button>
      <button
        type="button"
        className="btn btn-ghost btn-sm"
        aria-label={`Remove: ${moving.name}`}
        disabled={!canRemove}
        onClick={onRemove}
      >
        <Trash2 className="size-4" aria-hidden="true" />
      </button>
    </span>
  </li>
);
