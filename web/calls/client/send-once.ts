import { ApiError } from './api-error.ts';

/** The keys of calls that have not succeeded yet, by their content. */
const keys = new Map<string, string>();

/**
 * Makes a call with a key by which the server recognizes a repeat of the same content. If the response to the first call was
 * lost, the second one returns its result instead of creating the same again. A refusal of the first call ends the
 * attempt; a refusal of a repeat says nothing about the first.
 */
export const sendOnce = async <Result>(
  content: readonly unknown[],
  send: (key: string) => Promise<Result>,
): Promise<Result> => {
  const name = JSON.stringify(content);
  const known = keys.get(name);
  const key = known ?? crypto.randomUUID();
  keys.set(name, key);
  try {
    const result = await send(key);
    keys.delete(name);
    return result;
  } catch (error) {
    const isRefused = error instanceof ApiError && !error.isTemporary;
    if (isRefused && known === undefined) keys.delete(name);
    throw error;
  }
};
