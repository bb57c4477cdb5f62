import { isSame } from '#web/forms/is-same.ts';

/** A list as it was when one of its entries was opened. The index of a new entry is the length of the list. */
interface OpenedEntry<Entry> {
  index: number;
  entries: Entry[];
}

/** What else is known when an entry is saved. */
interface Known<Entry> {
  /** The maximum length of the list. */
  max: number;
  /** Whether an entry was sent by an earlier attempt, which may have arrived. */
  isSent: (entry: Entry) => boolean;
}

/**
 * Puts an edited entry into a list that has been changed elsewhere since the entry was opened. If an earlier attempt has
 * arrived and only its response was lost, the entry is there already, perhaps as it was then.
 * @returns undefined if the entry itself was changed or removed, or there is no room for a new one
 */
export const applyEntry = <Entry>(
  present: Entry[],
  { index, entries }: OpenedEntry<Entry>,
  edited: Entry,
  { max, isSent }: Known<Entry>,
): Entry[] | undefined => {
  const isNew = index === entries.length;
  const wasThere = (entry: Entry) => entries.some((before) => isSame(before, entry));
  if (!wasThere(edited) && present.some((entry) => isSame(entry, edited))) return present;
  const place = present.findIndex(
    (entry) => (!isNew && isSame(entry, entries[index])) || (isSent(entry) && !wasThere(entry)),
  );
  if (place >= 0) return present.toSpliced(place, 1, edited);
  return isNew && present.length < max ? [...present, edited] : undefined;
};
