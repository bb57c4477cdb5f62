/** Truncates a text to `length` characters and adds an ellipsis if anything was cut. */
export const preview = (text: string, length: number): string =>
  text.length > length ? `${text.slice(0, length).trimEnd()}…` : text;
