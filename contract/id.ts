/** Whether a text has the form of an id, which is a UUID. For pages that do not load Zod. */
export const isId = (text: string | undefined): boolean =>
  /^[\da-f]{8}-[\da-f]{4}-[1-8][\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i.test(text ?? '');
