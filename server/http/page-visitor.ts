import type { FastifyRequest } from 'fastify';
import { isConnectionFailure } from '../database/connection-failure.ts';
import { DatabaseUnavailableError } from './api-error.ts';

type Visitor = 'anonymous' | 'signed in' | 'unknown';

/**
 * The kind of visitor, by the session cookie. `unknown` if it cannot be determined, so that nobody is mistaken for
 * anonymous.
 */
export const findVisitor = async (request: FastifyRequest): Promise<Visitor> => {
  if (!request.headers.cookie?.includes('session_token=')) return 'anonymous';
  try {
    return (await request.server.callers.bySession(request)) ? 'signed in' : 'anonymous';
  } catch (error) {
    if (isConnectionFailure(error)) request.server.refusals.count(new DatabaseUnavailableError(error));
    else request.log.warn({ err: error }, 'The session of a page request could not be checked');
    return 'unknown';
  }
};
