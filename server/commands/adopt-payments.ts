// npm run payments:adopt [-- --refund]: records or refunds payments of this shop that are missing from its database.
import { parseArgs } from 'node:util';
import { readEnvironment } from '../settings/environment.ts';
import { adoptPayments } from '../modules/payments/books/adopt-payments.ts';
import { runCommand } from './run-command.ts';
import { withProvider } from './with-provider.ts';

await runCommand(readEnvironment, async (environment) => {
  const { refund: refundAll } = parseArgs({
    options: { refund: { type: 'boolean', default: false } },
  }).values;
  const outcomes = await withProvider(environment, (context) => adoptPayments(context, { refundAll }));
  for (const { transactionId, outcome, problem } of outcomes) {
    process.stdout.write(`${transactionId}: ${outcome}${problem ? `, ${problem}` : ''}\n`);
  }
  process.stdout.write(`Payments that had no record: ${outcomes.length}\n`);
  if (outcomes.some(({ outcome }) => outcome === 'failed')) process.exitCode = 1;
});
