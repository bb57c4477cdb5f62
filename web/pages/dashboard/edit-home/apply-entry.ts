import { isSame } from '#web/forms/is-same.ts';

/** A list as it was when one of its entries was opened. The index of a new entry is the length of the list. */
interface OpenedEntry<Entry> {
  index: number;
  entries: Entry[];
}

/**
 * Puts an edited entry into a list that has been changed elsewhere since the entry was opened.
 * @param max the maximum length of the list
 * @returns undefined if the entry itself was changed or removed, or there is no room for a new one
 */
export const applyEntry = <Entry>(
  present: Entry[],
  { index, entries }: OpenedEntry<Entry>,
  edited: Entry,
  max: number,
): Entry[] | undefined => {
  // An earlier attempt has arrived, and only its response was lost.
  if (present.some((entry) => isSame(entry, edited))) return present;
  if (index === entries.length) return present.length < max ? [...present, edited] : undefined;
  const place = present.findIndex((entry) => isSame(entry, entries[index]));
  return place < 0 ? undefined : present.toSpliced(place, 1, edited);
};
