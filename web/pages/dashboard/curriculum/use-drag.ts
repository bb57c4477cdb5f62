import { type PointerEvent, useEffect, useRef, useState } from 'react';

export interface Dragged {
  kind: 'section' | 'lesson';
  id: string;
}

/** The drop target: before another entry, or at the end of a list. For lessons, the list is their section. */
export interface Drop {
  list: string;
  before: string | null;
}

/** Pixels that the pointer must move before a drag starts. */
const THRESHOLD = 4;
/**
 * Pixels from the top and bottom edges in which dragging scrolls the window, and the distance that it scrolls per
 * frame.
 */
const SCROLL_EDGE = 72;
const SCROLL_STEP = 10;

interface Gap extends Drop {
  /** The vertical position in the window, in pixels. */
  y: number;
}

const all = (selector: string, within: ParentNode = document): HTMLElement[] => [
  ...within.querySelectorAll<HTMLElement>(selector),
];

/** The gaps of a list: before each element, and after the last one. */
const gapsOf = (elements: HTMLElement[], list: string, idOf: (element: HTMLElement) => string): Gap[] => {
  const last = elements.at(-1);
  return [
    ...elements.map((element) => ({ y: element.getBoundingClientRect().top, list, before: idOf(element) })),
    ...(last ? [{ y: last.getBoundingClientRect().bottom, list, before: null }] : []),
  ];
};

/** All gaps in which the entry can be dropped. */
const listGaps = ({ kind }: Dragged): Gap[] => {
  if (kind === 'section') return gapsOf(all('[data-section]'), '', ({ dataset }) => dataset.section!);
  return all('[data-lessons]').flatMap((list) => {
    const id = list.dataset.lessons!;
    const gaps = gapsOf(all('[data-lesson]', list), id, ({ dataset }) => dataset.lesson!);
    return gaps.length > 0 ? gaps : [{ y: list.getBoundingClientRect().top, list: id, before: null }];
  });
};

const nearest = (gaps: Gap[], y: number): Drop | undefined => {
  const distance = (gap: Gap) => Math.abs(gap.y - y);
  const [first, ...others] = gaps;
  const gap =
    first && others.reduce((best, other) => (distance(other) < distance(best) ? other : best), first);
  return gap && { list: gap.list, before: gap.before };
};

export interface Dragging {
  dragged: Dragged;
  drop: Drop | undefined;
}

/** The class name of an entry, depending on whether it is being dragged. */
export const classOfDragged = (dragging: Dragging | undefined, id: string): string =>
  dragging?.dragged.id === id ? 'is-dragging' : '';

/** Whether the dragged entry would be dropped before this entry, or after it as the last one. */
export const dropMark = (
  dragging: Dragging | undefined,
  { kind, list, id }: Dragged & { list: string },
  entries: readonly { _id: string }[],
): 'before' | 'after' | undefined => {
  const { dragged, drop } = dragging ?? {};
  if (dragged?.kind !== kind || drop?.list !== list) return undefined;
  if (drop.before === id) return 'before';
  return drop.before === null && entries.at(-1)?._id === id ? 'after' : undefined;
};

/**
 * Lets the user drag entries by their handles, with mouse, touch or pen. Escape cancels the drag.
 * @param onDrop called with the drop target, which may be the original place
 * @returns the current drag, and the function that starts one
 */
export const useDrag = (onDrop: (dragged: Dragged, drop: Drop) => void) => {
  const [dragging, setDragging] = useState<Dragging>();
  const end = useRef<() => void>(undefined);
  useEffect(() => () => end.current?.(), []);
  // The list may have changed since the drag started.
  const latest = useRef(onDrop);
  useEffect(() => {
    latest.current = onDrop;
  }, [onDrop]);

  const start = (event: PointerEvent, dragged: Dragged): void => {
    if (!event.isPrimary || event.button !== 0) return;
    end.current?.();
    const from = event.clientY;
    const listeners = new AbortController();
    const { signal } = listeners;
    let y = from;
    let drop: Drop | undefined;
    let isDragging = false;
    let frame = 0;
    const follow = () => {
      drop = nearest(listGaps(dragged), y);
      setDragging({ dragged, drop });
    };
    const scroll = () => {
      const step = y < SCROLL_EDGE ? -SCROLL_STEP : y > window.innerHeight - SCROLL_EDGE ? SCROLL_STEP : 0;
      if (step !== 0) {
        window.scrollBy({ top: step, behavior: 'instant' });
        follow();
      }
      frame = requestAnimationFrame(scroll);
    };
    const stop = () => {
      listeners.abort();
      cancelAnimationFrame(frame);
      end.current = undefined;
      setDragging(undefined);
    };
    end.current = stop;
    const onMove = (moved: globalThis.PointerEvent) => {
      if (moved.pointerId !== event.pointerId) return;
      y = moved.clientY;
      if (!isDragging && Math.abs(y - from) < THRESHOLD) return;
      if (!isDragging) frame = requestAnimationFrame(scroll);
      isDragging = true;
      follow();
    };
    window.addEventListener('pointermove', onMove, { signal });
    window.addEventListener('pointercancel', stop, { signal });
    window.addEventListener(
      'pointerup',
      (up) => {
        if (up.pointerId !== event.pointerId) return;
        stop();
        if (isDragging && drop) latest.current(dragged, drop);
      },
      { signal },
    );
    window.addEventListener(
      'keydown',
      ({ key }) => {
        if (key === 'Escape') stop();
      },
      { signal },
    );
    // Prevents text selection during the drag.
    window.addEventListener('selectstart', (selection) => selection.preventDefault(), { signal });
  };
  return { dragging, start };
};

export type StartDrag = ReturnType<typeof useDrag>['start'];
