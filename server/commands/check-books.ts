// npm run check:books: compares the books with the card provider. Prints the findings; exit code 1 if there are any.
import { readEnvironment } from '../settings/environment.ts';
import { checkBooks } from '../modules/payments/books/check-books.ts';
import { runCommand } from './run-command.ts';
import { withProvider } from './with-provider.ts';

await runCommand(readEnvironment, async (environment) => {
  const findings = await withProvider(environment, ({ db, stripe }) => checkBooks(db, stripe));
  for (const finding of findings) process.stdout.write(`${finding}\n`);
  process.stdout.write(
    findings.length === 0 ? 'The books are correct\n' : `Discrepancies: ${findings.length}\n`,
  );
  process.exitCode = findings.length === 0 ? 0 : 1;
});
