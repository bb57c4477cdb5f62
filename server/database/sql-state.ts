/**
 * The SQLSTATEs that the server handles.
 * @see https://www.postgresql.org/docs/18/errcodes-appendix.html
 */
export const SQL_STATES = {
  foreignKeyViolation: '23503',
  uniqueViolation: '23505',
  readOnlyTransaction: '25006',
  missingSchema: '3F000',
  serializationFailure: '40001',
  deadlock: '40P01',
  missingTable: '42P01',
  diskFull: '53100',
  /** Raised by a trigger if the caller's account was deleted after the call was authorized. */
  deletedUser: 'CH001',
  /** Raised by the trigger that protects the key of an active second factor. */
  protectedSecondFactor: 'CH002',
} as const;

/** Whether an error code is a SQLSTATE. Codes of Node.js such as EPIPE have no digit. */
export const isSqlState = (code: string | undefined): boolean => /^(?=.*\d)[\dA-Z]{5}$/.test(code ?? '');

/**
 * The SQLSTATE of a failed query, whether it comes from the driver or is the cause of an error of Drizzle. Undefined if the
 * database did not report the error.
 */
export const sqlStateOf = (error: unknown): string | undefined => {
  const { code, cause } = error as { code?: string; cause?: { code?: string } };
  return [cause?.code, code].find(isSqlState);
};
