import underPressure from '@fastify/under-pressure';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { API_BASE } from '#contract/call.ts';
import { overloaded } from './api-error.ts';
import { PAGE_ROUTE } from './pages.ts';

/**
 * Health checks and metrics stay available under load. A proxy would otherwise remove all busy servers and have none
 * left.
 */
const ALWAYS_ANSWERED = ['/healthz', '/readyz', '/metrics'].map((path) => `${API_BASE}${path}`);

/**
 * Whether a request is subject to load shedding. Files are not: they cost little, and a page is useless without its
 * styles.
 */
const isWork = ({ url, routeOptions }: FastifyRequest): boolean =>
  routeOptions.url === PAGE_ROUTE ||
  (url.startsWith(`${API_BASE}/`) && !ALWAYS_ANSWERED.includes(routeOptions.url ?? ''));

/**
 * Responds with 503 while the process is overloaded, so that it completes the requests that it has accepted.
 *
 * @param maxEventLoopDelay the maximum delay of the event loop in milliseconds, averaged over a second; 0: unlimited
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
