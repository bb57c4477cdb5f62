// npm run check:books: holds the books against themselves and the card provider's. Exit code 1 and a list if wrong.
import type { Environment } from './environment.ts';
import { checkBooks } from './modules/payments/check-books.ts';
import { openConfiguredDatabase } from './open-configured-database.ts';
import { runCommand } from './run-command.ts';
import { readOrCreateSecret } from './secret.ts';
import { startCardSandbox } from './start-sandboxes.ts';
import { createStripe } from './stripe/client.ts';

const check = async (environment: Environment): Promise<string[]> => {
  const database = await openConfiguredDatabase(environment);
  const secret = environment.secret ?? (await readOrCreateSecret(environment.dataDir));
  const sandbox = environment.stripe ? undefined : await startCardSandbox(database.pool, secret);
  try {
    return await checkBooks(database.db, createStripe(environment.stripe ?? sandbox!.settings));
  } finally {
    await sandbox?.close();
    await database.close();
  }
};

await runCommand(async (environment) => {
  const findings = await check(environment);
  for (const finding of findings) process.stdout.write(`${finding}\n`);
  process.stdout.write(findings.length === 0 ? 'The books are right\n' : `${findings.length} wrong\n`);
  process.exitCode = findings.length === 0 ? 0 : 1;
});
