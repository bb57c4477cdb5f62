/** The keys of calls that have not succeeded yet, by their content. */
const keys = new Map<string, string>();

/**
 * Makes a call with a key by which the server recognizes a repeat of the same content. If the response to the first call was
 * lost, the second one returns its result instead of creating the same again.
 */
export const sendOnce = async <Result>(
  content: readonly unknown[],
  send: (key: string) => Promise<Result>,
): Promise<Result> => {
  const name = JSON.stringify(content);
  const key = keys.get(name) ?? crypto.randomUUID();
  keys.set(name, key);
  const result = await send(key);
  keys.delete(name);
  return result;
};
