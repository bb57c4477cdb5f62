import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from 'pg';
import { StartError } from '../start-error.ts';

/** Tries to start it again after each loss, with a growing pause between them. */
const ATTEMPTS = 8;
/** Milliseconds. */
const FIRST_PAUSE = 200;
const LONGEST_PAUSE = 5_000;
/** Losses within this many milliseconds after which something is wrong that no start mends. */
const MOST_LOSSES = 5;
const LOSS_WINDOW = 10 * 60_000;

export interface LossHandlers {
  /** The database is gone; it is about to be started again. */
  onLoss: (attempt: number) => void;
  /** It could not be started again, or was lost too often. */
  onGone: (error: StartError) => void;
}

export interface KeptPostgres {
  /** Watches no longer, and lets go of the folder. */
  end: () => Promise<void>;
}

/**
 * Watches the connection that holds a folder, and starts the database again when it ends.
 * @param open starts the database where it does not run, and answers a connection that holds the folder
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
        `The database stopped and does not start again, see postgres/server.log in DATA_DIR: ${(error as Error).message}`,
      ),
    );

  const recover = async (): Promise<void> => {
    losses = [...losses.filter((moment) => moment > Date.now() - LOSS_WINDOW), Date.now()];
    if (losses.length > MOST_LOSSES) return giveUp(new Error(`it was lost ${losses.length} times`));
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
