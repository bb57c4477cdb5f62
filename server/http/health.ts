import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';

/** GET /healthz: the process answers. GET /readyz: so does its database. */
export const registerHealth = (app: FastifyInstance, pool: Pool): void => {
  const options = { schema: { hide: true }, config: { access: 'anyone' } };
  app.get('/healthz', options, async () => ({ status: 'ok' }));
  app.get('/readyz', options, async (request, reply) => {
    try {
      await pool.query('select 1');
      return { status: 'ready' };
    } catch (error) {
      request.log.error({ err: error }, 'The database does not answer');
      return reply.code(503).send({ status: 'database unreachable' });
    }
  });
};
