// npm run check:books: holds the books against themselves and the card provider's. Exit code 1 and a list if wrong.
import { openDatabase } from './database/client.ts';
import { visitEmbeddedPostgres } from './database/embedded-postgres.ts';
import { type Environment, readEnvironment } from './environment.ts';
import { checkBooks } from './modules/payments/check-books.ts';
import { readOrCreateSecret } from './secret.ts';
import { StartError } from './start-error.ts';
import { startCardSandbox } from './start-sandboxes.ts';
import { createStripe } from './stripe/client.ts';

const check = async (environment: Environment): Promise<string[]> => {
  const embedded = environment.databaseUrl ? undefined : await visitEmbeddedPostgres(environment.dataDir);
  const database = await openDatabase(environment.databaseUrl ?? embedded!.url, (error) => {
    throw error;
  });
  const secret = environment.secret ?? (await readOrCreateSecret(environment.dataDir));
  const sandbox = environment.stripe ? undefined : await startCardSandbox(database.pool, secret);
  try {
    return await checkBooks(database.db, createStripe(environment.stripe ?? sandbox!.settings));
  } finally {
    await sandbox?.close();
    await database.close();
    await embedded?.stop();
  }
};

try {
  const findings = await check(readEnvironment(process.env));
  for (const finding of findings) process.stdout.write(`${finding}\n`);
  process.stdout.write(findings.length === 0 ? 'The books are right\n' : `${findings.length} wrong\n`);
  process.exitCode = findings.length === 0 ? 0 : 1;
} catch (error) {
  process.stderr.write(`${error instanceof StartError ? error.message : (error as Error).stack}\n`);
  process.exitCode = 1;
}
