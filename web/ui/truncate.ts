/** The first half of a character of two UTF-16 units, for example of an emoji. */
const HALF_A_CHARACTER = /[\uD800-\uDBFF]$/;

/** Truncates a text to at most `length` UTF-16 units and adds an ellipsis if anything was cut. */
export const truncate = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length).replace(HALF_A_CHARACTER, '').trimEnd()}…` : text;
