import { GripVertical } from 'lucide-react';
import type { Dragged, StartDrag } from './use-drag.ts';

/** The handle that drags an entry. The buttons beside it move the entry by keyboard, or by clicks alone. */
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
