import underPressure from '@fastify/under-pressure';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { API_BASE } from '#contract/call.ts';
import { overloaded } from './api-error.ts';
import { PAGE_ROUTE } from './pages.ts';

/**
 * For those who operate the server: one that is busy is not to be taken for dead, or measured blindly. A proxy that took
 * all busy servers out would have none left.
 */
const ALWAYS_ANSWERED = ['/healthz', '/readyz', '/metrics'].map((path) => `${API_BASE}${path}`);

/** Files are sent at once, and a page without its styles helps nobody. */
const isWork = ({ url, routeOptions }: FastifyRequest): boolean =>
  routeOptions.url === PAGE_ROUTE ||
  (url.startsWith(`${API_BASE}/`) && !ALWAYS_ANSWERED.includes(routeOptions.url ?? ''));

/**
 * Answers 503 while there is more work than the process can do, so that what it has begun gets done.
 *
 * @param maxEventLoopDelay milliseconds that work may wait for its turn, on average of a second; 0: any time
 */
export const registerLoadShedding = async (
  app: FastifyInstance,
  maxEventLoopDelay: number,
): Promise<void> => {
  await app.register(underPressure, {
    maxEventLoopDelay,
    pressureHandler: (request) => {
      if (!isWork(request)) return;
      throw overloaded();
    },
  });
};
