import { setTimeout as sleep } from 'node:timers/promises';
import { SAMPLE_ACCOUNTS } from './demo-data/sample-accounts.ts';
import { readEnvironment } from './settings/environment.ts';
import { explainFailure } from './explain-failure.ts';
import { type RunningServer, startServer } from './server.ts';
import { loadSettingsFile } from './settings/settings-file.ts';

/** The time for everything but an embedded database to stop, and for the database as well, in milliseconds. */
const STOP_LIMIT = 3_000;
const SHUTDOWN_LIMIT = 4_500;

const print = (line: string) => process.stdout.write(`${line}\n`);

const fail = (error: unknown): never => {
  process.stderr.write(`${explainFailure(error)}\n`);
  process.exit(1);
};

const announce = (url: string, demo: boolean) => {
  const accounts = SAMPLE_ACCOUNTS.map(({ email }) => email).join(', ');
  const password = SAMPLE_ACCOUNTS[0]?.password;
  print(
    `ClassHarbor is ready on ${url}${demo ? ` - demo accounts: ${accounts} (password ${password})` : ''}`,
  );
};

try {
  for (const { found } of loadSettingsFile(process.env)) process.stderr.write(`${found}\n`);
  const environment = readEnvironment(process.env);
  let isStopping = false;
  let running: RunningServer | undefined = undefined;
  const server = startServer(environment, (step) => print(`${step} ...`), fail);
  const shutDown = async () => {
    if (isStopping) return;
    isStopping = true;
    running?.startDraining();
    if (running) await sleep(environment.drainSeconds * 1_000);
    setTimeout(() => process.exit(1), SHUTDOWN_LIMIT).unref();
    await server.then(({ stop }) => stop(STOP_LIMIT)).catch(fail);
    process.exit(0);
  };
  process.on('SIGINT', () => void shutDown());
  process.on('SIGTERM', () => void shutDown());
  running = await server;
  announce(running.url, environment.demo);
  if (running.setupUrl) print(`There is no admin yet. Create one at ${running.setupUrl}`);
} catch (error) {
  fail(error);
}
