import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { createMigrationCheck } from '../database/migrate.ts';
import { createWriteProbe } from '../database/probe-writing.ts';
import { SQL_STATES } from '../database/sql-state.ts';
import { DISK_FULL } from '../data-folder/disk-space.ts';

/** The error codes of a full disk, from the file system or the database. */
const FULL: readonly string[] = [...DISK_FULL, SQL_STATES.diskFull];
/** The error codes of a database or a folder that cannot be written to. */
const READ_ONLY: readonly string[] = [SQL_STATES.readOnlyTransaction, 'EROFS', 'EACCES', 'EPERM'];

const statusOf = (error: unknown): string => {
  const code = (error as { code?: string }).code ?? '';
  if (FULL.includes(code)) return 'disk full';
  return READ_ONLY.includes(code) ? 'read-only' : 'database unreachable';
};

export interface HealthOptions {
  pool: Pool;
  /** The data folder of the embedded database. */
  dataFolder?: string;
  /** Whether the server is shutting down, so that proxies should stop sending requests. */
  isStopping: () => boolean;
}

/**
 * GET /healthz: the process responds. GET /readyz: the database also responds, has the schema that this server expects,
 * and both can write.
 */
export const registerHealth = (
  app: FastifyInstance,
  { pool, dataFolder, isStopping }: HealthOptions,
): void => {
  const isMigrated = createMigrationCheck(pool);
  const write = createWriteProbe(pool, dataFolder);
  const options = { schema: { hide: true }, config: { access: 'anyone' } };
  let lastStatus = 'ready';

  /** Logs only changes, because a check every second would fill the log. */
  const logStatus = (status: string, { log }: FastifyRequest, error?: unknown): void => {
    if (status === lastStatus) return;
    lastStatus = status;
    if (error) log.error({ err: error, status }, 'Not ready');
    else log.warn({ status }, status === 'ready' ? 'Ready again' : 'Not ready');
  };

  const check = async (request: FastifyRequest): Promise<string> => {
    if (isStopping()) return 'stopping';
    try {
      const status = (await isMigrated()) ? 'ready' : 'database not migrated';
      if (status === 'ready') await write();
      logStatus(status, request);
      return status;
    } catch (error) {
      const status = statusOf(error);
      logStatus(status, request, error);
      return status;
    }
  };

  app.get('/healthz', options, async () => ({ status: 'ok' }));
  app.get('/readyz', options, async (request, reply) => {
    const status = await check(request);
    return reply.code(status === 'ready' ? 200 : 503).send({ status });
  });
};
