// npm run seed -- --classes N --users N --enrollments N: adds generated data to the demo, to try it at that size.
import { parseArgs } from 'node:util';
import { migrate } from '../database/migrate.ts';
import { type BulkAmounts, seedBulk } from '../demo-data/seed-bulk.ts';
import { seedDemoData } from '../demo-data/seed.ts';
import { storeDemoVideos } from '../demo-data/seed-videos.ts';
import { readEnvironment } from '../settings/environment.ts';
import { createStorage } from '../files/create-storage.ts';
import { openConfiguredDatabase } from '../open-configured-database.ts';
import { runCommand } from './run-command.ts';
import { StartError } from '../start-error.ts';

const readAmounts = (): BulkAmounts => {
  const option = { type: 'string', default: '0' } as const;
  const { values } = parseArgs({ options: { classes: option, users: option, enrollments: option } });
  const amount = (name: keyof BulkAmounts): number => {
    const number = Number(values[name]);
    if (!Number.isInteger(number) || number < 0)
      throw new StartError(`--${name} is not a number: ${values[name]}`);
    return number;
  };
  return { classes: amount('classes'), users: amount('users'), enrollments: amount('enrollments') };
};

const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

await runCommand(readEnvironment, async (environment) => {
  const amounts = readAmounts();
  if (!environment.demo) throw new StartError('Generated data is for the demo only: set DEMO=on');
  const start = Date.now();
  const database = await openConfiguredDatabase(environment, { create: true });
  try {
    await migrate(database.pool);
    await seedDemoData(database.db, print);
    await storeDemoVideos(database.db, await createStorage(environment));
    await seedBulk(database.db, amounts, (what, done, of) => {
      print(`${what}: ${done.toLocaleString('en-US')} of ${of.toLocaleString('en-US')}`);
    });
  } finally {
    await database.close();
  }
  print(`Done in ${((Date.now() - start) / 1_000).toFixed(1)} s`);
});
