import { explainFailure } from '../explain-failure.ts';
import { loadSettingsFile } from '../settings/settings-file.ts';

/**
 * Runs a command with the settings that `read` takes from the environment and the settings file. A failure is printed to
 * standard error, with exit code 1.
 */
export const runCommand = async <Settings>(
  read: (variables: NodeJS.ProcessEnv) => Settings,
  command: (settings: Settings) => Promise<void>,
): Promise<void> => {
  try {
    for (const { found } of loadSettingsFile(process.env)) process.stderr.write(`${found}\n`);
    await command(read(process.env));
  } catch (error) {
    process.stderr.write(`${explainFailure(error)}\n`);
    process.exitCode = 1;
  }
};
