import { type ClipboardEvent, type DragEvent, useState } from 'react';

/**
 * Accepts files that are dropped on an element or pasted into it.
 * @returns whether files are being dragged over the element, and its event handlers
 */
export const useFileDrop = (take: (files: readonly File[]) => void) => {
  const [isOver, setIsOver] = useState(false);
  const dropProps = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault();
      setIsOver(true);
    },
    onDragLeave: () => setIsOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setIsOver(false);
      take([...event.dataTransfer.files]);
    },
    onPaste: (event: ClipboardEvent) => {
      if (event.clipboardData.files.length === 0) return;
      event.preventDefault();
      take([...event.clipboardData.files]);
    },
  };
  return { isOver, dropProps };
};
