import type Stripe from 'stripe';
import type { Database, DatabaseConnection } from '../database/client.ts';
import { requireMigrated } from '../database/migrate.ts';
import type { Environment } from '../settings/environment.ts';
import { openConfiguredDatabase } from '../open-configured-database.ts';
import { readOrCreateSecret } from '../secrets/secret.ts';
import { StartError } from '../start-error.ts';
import { startCardSandbox } from '../start-sandboxes.ts';
import { createStripe } from '../stripe/client.ts';

/**
 * Starts the card sandbox of a demo's database. It does not create one, because then a shop's database without Stripe
 * settings would be compared with an empty provider.
 * @throws StartError if the database has no card sandbox
 */
const openSandbox = async (environment: Environment, { pool }: DatabaseConnection) => {
  const { rows } = await pool.query<{ found: boolean }>(
    `select to_regclass('card_sandbox.objects') is not null as found`,
  );
  if (!rows[0]?.found) {
    throw new StartError(
      'This database does not belong to a demo: set STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY and STRIPE_WEBHOOK_SECRET as for the server',
    );
  }
  return startCardSandbox(pool, environment.secret ?? (await readOrCreateSecret(environment.dataDir)));
};

/**
 * Runs a command's work with the configured database and card provider, or with those of the demo.
 * @throws StartError if the database has not been migrated to this version, or by a newer one
 */
export const withProvider = async <Result>(
  environment: Environment,
  work: (context: { db: Database; stripe: Stripe }) => Promise<Result>,
): Promise<Result> => {
  const database = await openConfiguredDatabase(environment);
  try {
    await requireMigrated(database.pool);
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
