import type Stripe from 'stripe';
import type { Database, DatabaseConnection } from './database/client.ts';
import type { Environment } from './environment.ts';
import { openConfiguredDatabase } from './open-configured-database.ts';
import { readOrCreateSecret } from './secret.ts';
import { StartError } from './start-error.ts';
import { startCardSandbox } from './start-sandboxes.ts';
import { createStripe } from './stripe/client.ts';

/**
 * The sandbox that a demo's payments are in. A command never makes one: a database without it is a shop's, whose
 * provider would be taken for an empty one.
 * @throws StartError
 */
const openSandbox = async (environment: Environment, { pool }: DatabaseConnection) => {
  const { rows } = await pool.query<{ found: boolean }>(
    `select to_regclass('card_sandbox.objects') is not null as found`,
  );
  if (!rows[0]?.found) {
    throw new StartError(
      'This database is not that of a demo: set STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET as for the server',
    );
  }
  return startCardSandbox(pool, environment.secret ?? (await readOrCreateSecret(environment.dataDir)));
};

/** Runs the work of a command that needs the database and the card provider of the settings, or those of a demo. */
export const withProvider = async <Result>(
  environment: Environment,
  work: (context: { db: Database; stripe: Stripe }) => Promise<Result>,
): Promise<Result> => {
  const database = await openConfiguredDatabase(environment);
  try {
    const sandbox = environment.stripe ? undefined : await openSandbox(environment, database);
    try {
      const stripe = createStripe(environment.stripe ?? sandbox!.settings, 'background');
      return await work({ db: database.db, stripe });
    } finally {
      await sandbox?.close();
    }
  } finally {
    await database.close();
  }
};
