import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { StartError } from '../../start-error.ts';

/** Restart attempts after each crash, with an increasing delay between them. */
const ATTEMPTS = 8;
/** Milliseconds. */
const FIRST_PAUSE = 200;
const LONGEST_PAUSE = 5_000;
/** More crashes than this within the window (in milliseconds) are a problem that a restart does not solve. */
const MAX_LOSSES = 5;
const LOSS_WINDOW = 10 * 60_000;

export interface LossHandlers {
  /** The database has stopped and is about to be restarted. */
  onLoss: (attempt: number) => void;
  /** The database could not be restarted, or crashed too often. */
  onGone: (error: StartError) => void;
}

export interface KeptPostgres {
  /** Stops watching and releases the folder. */
  end: () => Promise<void>;
}

/**
 * Watches the connection that holds a data folder and restarts the database when the connection ends.
 * @param open starts the database if it is not running and returns a connection that holds the folder
 */
export const keepPostgresRunning = (
  first: Client,
  open: () => Promise<Client>,
  { onLoss, onGone }: LossHandlers,
): KeptPostgres => {
  let holder: Client | undefined;
  let isEnding = false;
  let recovering: Promise<void> = Promise.resolve();
  let losses: number[] = [];

  const giveUp = (error: unknown) =>
    onGone(
      new StartError(
        `The database stopped and cannot be restarted; see postgres/server.log in DATA_DIR: ${(error as Error).message}`,
      ),
    );

  const recover = async (): Promise<void> => {
    losses = [...losses.filter((moment) => moment > Date.now() - LOSS_WINDOW), Date.now()];
    if (losses.length > MAX_LOSSES) return giveUp(new Error(`it stopped ${losses.length} times`));
    let failure: unknown;
    for (let attempt = 1; attempt <= ATTEMPTS && !isEnding; attempt += 1) {
      onLoss(attempt);
      try {
        return watch(await open());
      } catch (error) {
        failure = error;
      }
      await sleep(Math.min(FIRST_PAUSE * 2 ** (attempt - 1), LONGEST_PAUSE));
    }
    if (!isEnding) giveUp(failure);
  };

  const watch = (client: Client): void => {
    holder = client;
    client.on('end', () => {
      holder = undefined;
      if (!isEnding) recovering = recover();
    });
  };

  watch(first);
  return {
    end: async () => {
      isEnding = true;
      await recovering;
      await holder?.end();
    },
  };
};
