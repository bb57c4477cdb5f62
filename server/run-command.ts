import { type Environment, readEnvironment } from './environment.ts';
import { StartError } from './start-error.ts';

/** Runs a command with the server's settings; what goes wrong is said in a line, with exit code 1. */
export const runCommand = async (command: (environment: Environment) => Promise<void>): Promise<void> => {
  try {
    await command(readEnvironment(process.env));
  } catch (error) {
    process.stderr.write(`${error instanceof StartError ? error.message : (error as Error).stack}\n`);
    process.exitCode = 1;
  }
};
