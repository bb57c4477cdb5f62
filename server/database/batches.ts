/**
 * Combines lookups: the keys that are asked for in one turn of the event loop are read together, by one query. Each
 * lookup is read after it was asked for; nothing is kept.
 * @param read finds the rows of different keys, in any order; keys without a row are left out
 * @returns looks up one key
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
