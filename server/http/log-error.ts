import type { FastifyRequest } from 'fastify';
import { isSqlState } from '../database/sql-state.ts';
import { ApiError } from './api-error.ts';

interface LoggedError {
  type: string;
  message: string;
  stack?: string;
  code?: string;
  table?: string;
  constraint?: string;
  /** The cause of the error, such as the provider's message. */
  cause?: string;
}

type Failure = Error & {
  code?: string;
  cause?: unknown;
  /** Present on Drizzle's errors, whose message contains the parameters. */
  query?: string;
  /** Present on PostgreSQL's errors. */
  severity?: string;
  table?: string;
  constraint?: string;
};

/** Email addresses, which a mail server or a library may quote. The @ in the path of a package does not match. */
const EMAIL = /[^\s/\\<>()[\]"'`,;:=@]+@[^\s/\\<>()[\]"'`,;:=@]+\.[\p{L}\d-]+/gu;
const withoutEmails = (text: string): string => text.replace(EMAIL, '[email]');

/** SQLSTATEs of errors whose message quotes an input value: data exceptions, and those that triggers raise. */
const QUOTES_VALUES = /^(22|P0)/;

const isDatabaseError = ({ severity, code }: Failure): boolean =>
  typeof severity === 'string' && isSqlState(code);

/** The name of an error, or of its class if it has none, as with the card provider's SDK. */
const nameOf = ({ name, constructor }: Error): string => (name === 'Error' ? constructor.name : name);

const framesOf = ({ stack }: Error): string | undefined =>
  stack
    ?.split('\n')
    .filter((line) => line.startsWith('    at '))
    .join('\n');

const describeQuery = (error: Failure, cause: Partial<Failure>): LoggedError => {
  const { code, table, constraint, message } = cause;
  return {
    type: nameOf(error),
    message: message && !QUOTES_VALUES.test(code ?? '') ? withoutEmails(message) : 'A query failed',
    stack: framesOf(error),
    code,
    table,
    constraint,
  };
};

const describeCause = (cause: unknown): string | undefined => {
  if (!(cause instanceof Error)) return undefined;
  const failure: Failure = cause;
  if (typeof failure.query === 'string') return describeCause(failure.cause) ?? nameOf(failure);
  if (!isDatabaseError(failure)) return withoutEmails(`${nameOf(failure)}: ${failure.message}`);
  const { message, code } = describeQuery(failure, failure);
  return `${nameOf(failure)}: ${message} (${code})`;
};

/**
 * An error as it is logged. A failed query is identified by the database's code, table and constraint. Its text,
 * parameters and rows are left out, because they may be personal or secret.
 */
export const serializeError = (error: Failure): LoggedError => {
  if (typeof error.query === 'string') return describeQuery(error, error.cause ?? {});
  if (isDatabaseError(error)) return describeQuery(error, error);
  const cause = describeCause(error.cause);
  return {
    type: nameOf(error),
    message: withoutEmails(error.message),
    // The message of an ApiError tells where it was thrown.
    stack: error instanceof ApiError || !error.stack ? undefined : withoutEmails(error.stack),
    code: error.code,
    ...(cause && { cause }),
  };
};

/** A request as it is logged: with its route instead of its address, which may contain names and secrets. */
export const serializeRequest = ({ id, method, routeOptions }: FastifyRequest) => ({
  id,
  method,
  route: routeOptions.url,
});
