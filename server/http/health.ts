import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { createMigrationCheck } from '../database/migrate.ts';

/** GET /healthz: the process answers. GET /readyz: so does its database, with the schema that this server knows. */
export const registerHealth = (app: FastifyInstance, pool: Pool): void => {
  const isMigrated = createMigrationCheck(pool);
  const options = { schema: { hide: true }, config: { access: 'anyone' } };
  app.get('/healthz', options, async () => ({ status: 'ok' }));
  app.get('/readyz', options, async (request, reply) => {
    try {
      if (await isMigrated()) return { status: 'ready' };
      return await reply.code(503).send({ status: 'database not migrated' });
    } catch (error) {
      request.log.error({ err: error }, 'The database does not answer');
      return reply.code(503).send({ status: 'database unreachable' });
    }
  });
};
