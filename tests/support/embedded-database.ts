import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';

/** Connects to the running embedded database of a data folder. The caller ends the connection. */
export const connectToEmbedded = async (dataDir: string): Promise<Client> => {
  const password = (await readFile(join(dataDir, 'postgres-password'), 'utf8')).trim();
  const port = Number((await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[3]);
  const client = new Client({
    host: '127.0.0.1',
    port,
    user: 'classharbor',
    password,
    database: 'classharbor',
  });
  await client.connect();
  return client;
};
