import { SAMPLE_ACCOUNTS } from './demo-data/sample-accounts.ts';
import { readEnvironment } from './environment.ts';
import { explainFailure } from './explain-failure.ts';
import { startServer } from './server.ts';
import { loadSettingsFile } from './settings-file.ts';

/** Milliseconds after which a shutdown that hangs is cut short. */
const SHUTDOWN_LIMIT = 4_500;

const say = (line: string) => process.stdout.write(`${line}\n`);

const fail = (error: unknown): never => {
  process.stderr.write(`${explainFailure(error)}\n`);
  process.exit(1);
};

const announce = (url: string, demo: boolean) => {
  const accounts = SAMPLE_ACCOUNTS.map(({ email }) => email).join(', ');
  const password = SAMPLE_ACCOUNTS[0]?.password;
  say(`ClassHarbor is ready on ${url}${demo ? ` - demo accounts: ${accounts} (password ${password})` : ''}`);
};

try {
  loadSettingsFile(process.env);
  const environment = readEnvironment(process.env);
  let stopping = false;
  const server = startServer(environment, (step) => say(`${step} ...`), fail);
  const shutDown = async () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), SHUTDOWN_LIMIT).unref();
    await server.then(({ stop }) => stop()).catch(fail);
    process.exit(0);
  };
  process.on('SIGINT', () => void shutDown());
  process.on('SIGTERM', () => void shutDown());
  announce((await server).url, environment.demo);
} catch (error) {
  fail(error);
}
