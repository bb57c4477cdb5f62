/** The first `length` characters of a text, with an ellipsis where it was cut. */
export const preview = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length).trimEnd()}…` : text;
