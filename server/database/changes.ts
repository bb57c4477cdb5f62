import { Client } from 'pg';

/** What the triggers of the catalogue announce changes on. */
const CHANNEL = 'catalogue';
/** Milliseconds between two proofs that the connection lives, and until an unanswered one counts as none. */
const HEARTBEAT = 5_000;
/** Milliseconds until a lost connection is opened again. */
const RETRY_DELAY = 1_000;

interface Listeners {
  /** Something with this topic has changed. */
  onChange: (topic: string) => void;
  /** From now on changes are heard, or not any more; in between some may have been missed. */
  onListening: (isListening: boolean) => void;
  onFailure: (error: Error) => void;
}

export interface Changes {
  /** Resolves once every change is heard that was committed before the call. */
  caughtUp: () => Promise<void>;
  close: () => Promise<void>;
}

/**
 * Hears of every change that any server makes, by PostgreSQL's LISTEN on a connection of its own
 * (https://www.postgresql.org/docs/current/sql-listen.html). A lost connection is opened again.
 */
export const listenForChanges = (url: string, { onChange, onListening, onFailure }: Listeners): Changes => {
  let client: Client | undefined;
  let isClosed = false;
  let retry: NodeJS.Timeout | undefined;
  let asking: Promise<unknown> = Promise.resolve();
  let next: Promise<void> | undefined;

  const lose = (lost: Client, error: Error) => {
    if (client !== lost) return;
    client = undefined;
    onListening(false);
    onFailure(error);
    // What is left of it may not answer any more.
    lost.end().catch(() => undefined);
    if (!isClosed) retry = setTimeout(() => void open(), RETRY_DELAY).unref();
  };

  const open = async (): Promise<void> => {
    const opening = new Client({
      connectionString: url,
      application_name: 'classharbor',
      query_timeout: HEARTBEAT,
    });
    client = opening;
    opening.on('error', (error) => lose(opening, error));
    opening.on('end', () => lose(opening, new Error('The connection that hears of changes was closed')));
    opening.on('notification', ({ payload }) => payload && onChange(payload));
    try {
      await opening.connect();
      await opening.query(`listen ${CHANNEL}`);
      if (client === opening) onListening(true);
    } catch (error) {
      lose(opening, error as Error);
    }
  };

  // PostgreSQL delivers what was announced before it answers.
  const ask = async (): Promise<void> => {
    next = undefined;
    const asked = client;
    asking =
      asked?.query('select 1').catch((error: unknown) => lose(asked, error as Error)) ?? Promise.resolve();
    await asking;
  };
  const caughtUp = () => (next ??= asking.then(ask));

  const heartbeat = setInterval(() => void caughtUp(), HEARTBEAT).unref();
  void open();
  return {
    caughtUp,
    close: async () => {
      isClosed = true;
      clearInterval(heartbeat);
      clearTimeout(retry);
      const closing = client;
      client = undefined;
      await closing?.end();
    },
  };
};
