import { type DatabaseConnection, openDatabase } from './database/client.ts';
import { createEmbeddedPostgres, joinEmbeddedPostgres } from './database/embedded/embedded-postgres.ts';
import type { DatabaseSettings } from './settings/environment.ts';

const warn = (error: Error): void => {
  process.stderr.write(`The database closed a connection: ${error.message}\n`);
};

/**
 * Opens the configured database, for a command. The server may be running or not. `create` creates an embedded database if
 * there is none yet.
 * @throws StartError if it cannot be opened
 */
export const openConfiguredDatabase = async (
  { databaseUrl, dataDir }: DatabaseSettings,
  { create = false } = {},
): Promise<DatabaseConnection> => {
  const open = create ? createEmbeddedPostgres : joinEmbeddedPostgres;
  const embedded = databaseUrl ? undefined : await open(dataDir);
  let isClosing = false;
  const database = await openDatabase(databaseUrl ?? embedded!.url, (error) => {
    // The database, which stops next, may end a connection before it reads that it was closed.
    if (!isClosing) warn(error);
  });
  return {
    ...database,
    close: async () => {
      isClosing = true;
      await database.close();
      await embedded?.stop();
    },
  };
};
