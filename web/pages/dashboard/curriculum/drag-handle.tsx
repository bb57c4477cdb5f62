import { GripVertical } from 'lucide-react';
import type { Dragged, StartDrag } from './use-drag.ts';

/** What an entry is dragged by. The buttons beside it move the entry by keyboard, and without dragging. */
export const DragHandle = ({ dragged, onStart }: { dragged: Dragged; onStart: StartDrag }) => (
  <span
    className="drag-handle"
    aria-hidden="true"
    data-drag={dragged.id}
    onPointerDown={(event) => onStart(event, dragged)}
  >
    <GripVertical className="size-5" />
  </span>
);
