/** Whether an error code is a SQLSTATE. Codes of Node.js such as EPIPE have no digit. */
export const isSqlState = (code: string | undefined): boolean => /^(?=.*\d)[\dA-Z]{5}$/.test(code ?? '');

/**
 * The SQLSTATE of a failed query, whether it comes from the driver or is the cause of an error of Drizzle. Undefined if the
 * database did not report the error.
 * @see https://www.postgresql.org/docs/18/errcodes-appendix.html
 */
export const sqlStateOf = (error: unknown): string | undefined => {
  const { code, cause } = error as { code?: string; cause?: { code?: string } };
  return [cause?.code, code].find(isSqlState);
};
