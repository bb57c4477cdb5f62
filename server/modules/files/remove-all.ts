/** The number of failures in a row after which storage counts as down. */
const FAILURES = 5;

/**
 * Removes items one after the other. An item that cannot be removed does not keep the ones after it, unless storage is down.
 * @throws Error of the first item that was not removed, or the reason of the signal
 */
export const removeAll = async <Item>(
  items: Iterable<Item> | AsyncIterable<Item>,
  remove: (item: Item) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> => {
  const failures: unknown[] = [];
  let inARow = 0;
  for await (const item of items) {
    signal?.throwIfAborted();
    try {
      await remove(item);
      inARow = 0;
    } catch (error) {
      failures.push(error);
      inARow += 1;
      if (inARow === FAILURES) break;
    }
  }
  if (failures.length > 0) throw failures[0];
};
