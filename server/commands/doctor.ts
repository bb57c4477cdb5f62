// npm run doctor: checks everything that the site needs, with the settings of the server. Exit code 1 if there is a problem.
import { styleText } from 'node:util';
import type { HealthFinding } from '#contract/site-health.ts';
import { readEnvironment } from '../settings/environment.ts';
import { explainFailure } from '../explain-failure.ts';
import { openConfiguredDatabase } from '../open-configured-database.ts';
import { createSecret, readSecret } from '../secrets/secret.ts';
import { loadSettingsFile } from '../settings/settings-file.ts';
import { checkSite } from '../site-health/check-site.ts';
import { checkRuntime } from '../site-health/checks/runtime.ts';
import { StartError } from '../start-error.ts';

const MARKS = {
  ok: styleText('green', 'ok     '),
  warning: styleText('yellow', 'warning'),
  problem: styleText('red', 'problem'),
};
/** The length of the longest name of a check, in characters. */
const NAME_WIDTH = 15;
const INDENT = ' '.repeat(NAME_WIDTH + 10);

const print = ({ check, status, found, setting, todo }: HealthFinding): void => {
  process.stdout.write(`${MARKS[status]}  ${check.padEnd(NAME_WIDTH)} ${found}\n`);
  if (todo) process.stdout.write(`${INDENT}${setting ? `${setting}: ` : ''}${todo}\n`);
};

/** The finding for an error that prevents all other checks. Any other error is a bug and is thrown. */
const blocking = (check: 'Settings' | 'Database', todo: string, error: unknown): HealthFinding[] => {
  if (!(error instanceof StartError)) throw error;
  return [
    { check: 'Node.js', ...checkRuntime() },
    { check, status: 'problem', found: error.message, todo },
  ];
};

/** The findings about the settings file, then those of `check`. */
const examine = async (): Promise<HealthFinding[]> => {
  let warnings;
  try {
    warnings = loadSettingsFile(process.env);
  } catch (error) {
    return blocking('Settings', 'Correct the file or its name in ENV_FILE, and run this again.', error);
  }
  const ofFile = warnings.map((warning): HealthFinding => ({
    check: 'Settings',
    status: 'warning',
    ...warning,
  }));
  return [...ofFile, ...(await check())];
};

const check = async (): Promise<HealthFinding[]> => {
  let environment;
  try {
    environment = readEnvironment(process.env);
  } catch (error) {
    return blocking(
      'Settings',
      'Correct the setting in .env or in the environment, and run this again.',
      error,
    );
  }
  try {
    const database = await openConfiguredDatabase(environment);
    try {
      // Before the first start of a demo, there is no server that the secret would have to match.
      const secret = environment.secret ?? (await readSecret(environment.dataDir)) ?? createSecret();
      return await checkSite({ environment, secret, port: environment.port, database });
    } finally {
      await database.close();
    }
  } catch (error) {
    return blocking('Database', 'Start the database, or correct the settings, and run this again.', error);
  }
};

try {
  const findings = await examine();
  for (const finding of findings) print(finding);
  const problems = findings.filter(({ status }) => status === 'problem').length;
  process.stdout.write(
    problems === 0
      ? '\nThe site is healthy\n'
      : `\n${problems === 1 ? 'One problem' : `${problems} problems`} to fix\n`,
  );
  process.exitCode = problems === 0 ? 0 : 1;
} catch (error) {
  process.stderr.write(`${explainFailure(error)}\n`);
  process.exitCode = 1;
}
