import { createHash, timingSafeEqual } from 'node:crypto';
import { API_BASE } from '#contract/call.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { ApiError } from './api-error.ts';

/** The buckets of the histogram of durations, in seconds. */
const DURATIONS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export interface MetricsAccess {
  /** The bearer token that gives access to the metrics. */
  token?: string;
  /**
   * Whether this machine has access without a token. Only in the demo, because a proxy on this machine would give
   * access to everyone.
   */
  openToThisMachine: boolean;
}

const isLocal = ({ ip, headers }: FastifyRequest): boolean =>
  ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(ip) && headers['x-forwarded-for'] === undefined;

/** Tokens are compared by their hashes, so that the time of the comparison reveals nothing. */
const hash = (text: string): Buffer => createHash('sha256').update(text).digest();

const hasValidToken = ({ headers }: FastifyRequest, token: string | undefined): boolean =>
  token !== undefined && timingSafeEqual(hash(headers.authorization ?? ''), hash(`Bearer ${token}`));

/**
 * GET /metrics for Prometheus: durations of requests by route and status, connections to the database, and metrics of
 * the Node.js process.
 * @returns the registry, to which other metrics are added
 */
export const registerMetrics = (
  app: FastifyInstance,
  pool: Pool,
  { token, openToThisMachine }: MetricsAccess,
): Registry => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Durations of requests',
    labelNames: ['method', 'route', 'status'],
    buckets: DURATIONS,
    registers: [registry],
  });
  new Gauge({
    name: 'database_connections',
    help: 'Connections to the database, by state',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
      this.set({ state: 'awaited' }, pool.waitingCount);
    },
  });
  app.addHook('onResponse', async (request, reply) => {
    const labels = {
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: String(reply.statusCode),
    };
    durations.observe(labels, reply.elapsedTime / 1_000);
  });
  app.get(
    `${API_BASE}/metrics`,
    { schema: { hide: true }, config: { access: 'metrics' } },
    async (request, reply) => {
      const isAllowed = hasValidToken(request, token) || (openToThisMachine && isLocal(request));
      if (!isAllowed) throw new ApiError('forbidden', 'Metrics are for the operators of this server');
      return reply.type(registry.contentType).send(await registry.metrics());
    },
  );
  return registry;
};
