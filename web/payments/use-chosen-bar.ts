import { type KeyboardEvent, type PointerEvent, useState } from 'react';

/** How far each key moves the choice among a number of bars. */
const STEPS: Record<string, (chosen: number, last: number) => number> = {
  ArrowLeft: (chosen) => chosen - 1,
  ArrowDown: (chosen) => chosen - 1,
  ArrowRight: (chosen) => chosen + 1,
  ArrowUp: (chosen) => chosen + 1,
  Home: () => 0,
  End: (_, last) => last,
};

/** The bar that the user points at or has chosen with the keyboard, by its index, and the events of the chart. */
export const useChosenBar = (count: number) => {
  const [index, setIndex] = useState<number>();
  const last = count - 1;
  const within = (place: number): number => Math.min(Math.max(place, 0), last);
  // A shorter period may have fewer bars.
  const chosen = index === undefined ? undefined : within(index);
  const point = ({ clientX, currentTarget }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    setIndex(within(Math.floor(((clientX - left) / width) * count)));
  };
  return {
    chosen,
    events: {
      onPointerDown: point,
      onPointerMove: point,
      // A finger leaves with every tap, whose value stays.
      onPointerLeave: ({ pointerType, currentTarget }: PointerEvent) => {
        if (pointerType === 'mouse' && currentTarget !== document.activeElement) setIndex(undefined);
      },
      onFocus: () => setIndex((current) => current ?? last),
      onBlur: () => setIndex(undefined),
      onKeyDown: (event: KeyboardEvent) => {
        const step = STEPS[event.key];
        if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
        event.preventDefault();
        setIndex(within(step(chosen ?? last, last)));
      },
    },
  };
};
