/** Whether a value has the form of an id, which is a UUID. Without Zod, which public pages do not load. */
export const isId = (value: unknown): value is string =>
  typeof value === 'string' &&
  /^[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i.test(value);

/** Whether a value names an object with this id, in whichever case. A value that is no id names none. */
export const isSameId = (value: unknown, id: string): boolean =>
  isId(value) && value.toLowerCase() === id.toLowerCase();
