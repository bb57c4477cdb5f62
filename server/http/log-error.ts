import type { FastifyRequest } from 'fastify';
import { ApiError } from './api-error.ts';

interface LoggedError {
  type: string;
  message: string;
  stack?: string;
  code?: string;
  table?: string;
  constraint?: string;
  /** What the error came from, such as the provider's own words. */
  cause?: string;
}

type Failure = Error & {
  code?: string;
  cause?: unknown;
  /** Of Drizzle's errors, whose message has the parameters. */
  query?: string;
  /** Of PostgreSQL's errors. */
  severity?: string;
  table?: string;
  constraint?: string;
};

/** Addresses of people, as a mail server or a library may quote them; an @ in the path of a package is none. */
const EMAIL = /[^\s/\\<>()[\]"'`,;:=@]+@[^\s/\\<>()[\]"'`,;:=@]+\.[\p{L}\d-]+/gu;
const withoutEmails = (text: string): string => text.replace(EMAIL, '[email]');

/** SQLSTATEs of errors whose message quotes a value that was given: data exceptions, and what triggers raise. */
const QUOTES_VALUES = /^(22|P0)/;

const isDatabaseError = ({ severity, code }: Failure): boolean =>
  typeof severity === 'string' && /^[\dA-Z]{5}$/.test(code ?? '');

/** The class of an error where it has no name of its own, as those of the card provider's SDK. */
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
 * What the log shows of an error. A failed query is named by the database's code, table and constraint: its
 * text, parameters and rows, which may be personal or secret, are left out.
 */
export const serializeError = (error: Failure): LoggedError => {
  if (typeof error.query === 'string') return describeQuery(error, error.cause ?? {});
  if (isDatabaseError(error)) return describeQuery(error, error);
  const cause = describeCause(error.cause);
  return {
    type: nameOf(error),
    message: withoutEmails(error.message),
    // Where a refusal was decided follows from its message.
    stack: error instanceof ApiError || !error.stack ? undefined : withoutEmails(error.stack),
    code: error.code,
    ...(cause && { cause }),
  };
};

/** What the log shows of a request: its route, not its address, in which names and secrets may stand. */
export const serializeRequest = ({ id, method, routeOptions }: FastifyRequest) => ({
  id,
  method,
  route: routeOptions.url,
});
