/**
 * Combines lookups: the keys that are requested in one turn of the event loop are read together, by one query. Each
 * lookup is read after it was requested; nothing is cached.
 * @param read finds the rows of distinct keys, in any order; keys without a row are left out
 * @returns a function that looks up one key
 */
export const inBatches = <Row>(
  read: (keys: string[]) => Promise<ReadonlyMap<string, Row>>,
): ((key: string) => Promise<Row | undefined>) => {
  let waiting: { keys: Set<string>; rows: Promise<ReadonlyMap<string, Row>> } | undefined;

  const open = () => {
    const keys = new Set<string>();
    const rows = new Promise<ReadonlyMap<string, Row>>((resolve, reject) => {
      setImmediate(() => {
        waiting = undefined;
        read([...keys]).then(resolve, reject);
      });
    });
    return { keys, rows };
  };

  return async (key) => {
    waiting ??= open();
    const { keys, rows } = waiting;
    keys.add(key);
    return (await rows).get(key);
  };
};
