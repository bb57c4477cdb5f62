/** Whether two values have the same content. Both consist of what JSON can express. */
export const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);
