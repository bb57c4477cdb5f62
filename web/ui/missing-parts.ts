import { createSlot } from './slot.ts';

/** The number of parts of the page that could not be loaded although the server can be reached. Undefined: none */
export const missingParts = createSlot<number>();

const change = (difference: number): void => {
  const count = (missingParts.get() ?? 0) + difference;
  missingParts.set(count || undefined);
  document.getElementById('load-failure')!.hidden = count === 0;
};

/** Offers to reload the page. @returns the function that withdraws the offer once the part has been loaded */
export const reportMissingPart = (): (() => void) => {
  change(1);
  return () => change(-1);
};
