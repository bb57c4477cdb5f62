import { type Pool } from 'pg';
import { type DatabaseConnection, openDatabase } from '#server/database/client.ts';
import { freePort } from '#server/free-port.ts';
import { DatabaseGate } from '#tests/support/stand-in/database-gate.ts';
import { callerOf, type StandIn } from '#tests/support/stand-in/stand-in.ts';
import { startTestServer } from '#tests/support/start-test-server.ts';
import { attachTestApp, type TestApp } from '#tests/support/test-app.ts';

const NAMES = ['shop-a', 'shop-b'] as const;

/** One of several servers on the same database, each with its own connection to the database and to the provider. */
export interface Shop {
  name: string;
  gate: DatabaseGate;
  app: TestApp;
  database: DatabaseConnection;
}

/** The settings that a real site needs for live keys. */
const REAL_SITE = { DEMO: 'off', BASE_URL: 'https://shop.example' };

const startShop = async (
  name: string,
  standIn: StandIn,
  databaseUrl: string,
  pool: Pool,
  live: boolean,
): Promise<Shop> => {
  const gate = await DatabaseGate.open(databaseUrl);
  const port = await freePort();
  const server = await startTestServer(gate.url, {
    ...standIn.variablesFor(name),
    ...(live && { ...REAL_SITE, PORT: String(port) }),
  });
  return {
    name,
    gate,
    app: attachTestApp(live ? { ...server, url: `http://localhost:${port}` } : server, { pool, databaseUrl }),
    database: await openDatabase(gate.url, () => undefined),
  };
};

/** Two servers with the test keys, and two with the live keys. */
export interface Shops {
  test: Shop[];
  live: Shop[];
}

const startBoth = async (standIn: StandIn, databaseUrl: string, pool: Pool, live: boolean) => {
  const shops: Shop[] = [];
  for (const name of NAMES) {
    shops.push(await startShop(callerOf(name, live), standIn, databaseUrl, pool, live));
  }
  return shops;
};

/** Servers refuse live keys on a database with sample accounts, so these get other addresses during the start. */
const withoutSampleAccounts = async <T>(pool: Pool, work: () => Promise<T>): Promise<T> => {
  await pool.query(`update users set email = 'not-' || email`);
  try {
    return await work();
  } finally {
    await pool.query(`update users set email = substr(email, 5)`);
  }
};

export const startShops = async (standIn: StandIn, databaseUrl: string, pool: Pool): Promise<Shops> => {
  const live = await withoutSampleAccounts(pool, () => startBoth(standIn, databaseUrl, pool, true));
  return { test: await startBoth(standIn, databaseUrl, pool, false), live };
};

export const stopShop = async ({ app, database, gate }: Shop): Promise<void> => {
  // Pending queries of a crashed server would keep its pool open.
  gate.shut();
  await database.close();
  await app.close();
  await gate.close();
};
