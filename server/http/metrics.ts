import { createHash, timingSafeEqual } from 'node:crypto';
import { API_BASE } from '#contract/call.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { ApiError } from './api-error.ts';

/** Seconds. */
const DURATIONS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

const isLocal = ({ ip, headers }: FastifyRequest): boolean =>
  ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(ip) && headers['x-forwarded-for'] === undefined;

/** Hashes are compared, so that the time it takes tells nothing of the token. */
const hash = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * GET /metrics for Prometheus: durations of requests by route and status, connections to the database, and what
 * Node.js says of the process. Open to whoever has the token, and without one to this machine alone.
 */
export const registerMetrics = (app: FastifyInstance, pool: Pool, token: string | undefined): void => {
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
    help: 'Connections to the database, by what they do',
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
      const isAdmitted = token
        ? timingSafeEqual(hash(request.headers.authorization ?? ''), hash(`Bearer ${token}`))
        : isLocal(request);
      if (!isAdmitted) throw new ApiError('forbidden', 'Metrics are for the operators of this server');
      return reply.type(registry.contentType).send(await registry.metrics());
    },
  );
};
