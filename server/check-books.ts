// npm run check:books: holds the books against themselves and the card provider's. Exit code 1 and a list if wrong.
import { readEnvironment } from './environment.ts';
import { checkBooks } from './modules/payments/check-books.ts';
import { runCommand } from './run-command.ts';
import { withProvider } from './with-provider.ts';

await runCommand(readEnvironment, async (environment) => {
  const findings = await withProvider(environment, ({ db, stripe }) => checkBooks(db, stripe));
  for (const finding of findings) process.stdout.write(`${finding}\n`);
  process.stdout.write(findings.length === 0 ? 'The books are right\n' : `${findings.length} wrong\n`);
  process.exitCode = findings.length === 0 ? 0 : 1;
});
