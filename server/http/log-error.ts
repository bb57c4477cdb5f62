import type { FastifyRequest } from 'fastify';

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

/**
 * What the log shows of an error. A failed query is named by the database's code, table and constraint: its
 * text and parameters, which may be personal or secret, are left out.
 */
export const serializeError = (error: Error & { query?: string; cause?: unknown }): LoggedError => {
  if (typeof error.query !== 'string') {
    const { code } = error as { code?: string };
    const cause = error.cause instanceof Error && !('query' in error.cause) ? error.cause : undefined;
    return {
      type: error.name,
      message: error.message,
      stack: error.stack,
      code,
      ...(cause && { cause: `${cause.name}: ${cause.message}` }),
    };
  }
  const { code, table, constraint, message } = (error.cause ?? {}) as { [name: string]: string | undefined };
  const stack = error.stack
    ?.split('\n')
    .filter((line) => line.startsWith('    at '))
    .join('\n');
  return { type: error.name, message: message ?? 'A query failed', stack, code, table, constraint };
};

/** What the log shows of a request: its route, not its address, in which names and secrets may stand. */
export const serializeRequest = ({ id, method, routeOptions }: FastifyRequest) => ({
  id,
  method,
  route: routeOptions.url,
});
