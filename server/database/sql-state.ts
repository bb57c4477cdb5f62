/**
 * The SQLSTATE of a failed query, whether it comes from the driver or is the cause of an error of Drizzle. Undefined if the
 * database did not report the error.
 * @see https://www.postgresql.org/docs/18/errcodes-appendix.html
 */
export const sqlStateOf = (error: unknown): string | undefined => {
  const { code, cause } = error as { code?: string; cause?: { code?: string } };
  return [cause?.code, code].find((state) => /^[0-9A-Z]{5}$/.test(state ?? ''));
};
