import { Client } from 'pg';
import { CHANNEL } from './announce.ts';

/** The interval of the connection checks and the timeout of each, in milliseconds. */
const HEARTBEAT = 5_000;
/** The delay before reconnecting, in milliseconds. */
const RETRY_DELAY = 1_000;

interface Listeners {
  /** Data with this topic has changed. */
  onChange: (topic: string) => void;
  /** The connection was established or lost. Changes may have been missed while it was down. */
  onListening: (isListening: boolean) => void;
  onFailure: (error: Error) => void;
}

export interface Changes {
  /** Resolves once every change that was committed before the call has been received. */
  caughtUp: () => Promise<void>;
  close: () => Promise<void>;
}

/**
 * Receives every change that any server commits, by PostgreSQL's LISTEN on a dedicated connection
 * (https://www.postgresql.org/docs/current/sql-listen.html). It reconnects when the connection is lost.
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
    // The connection may no longer respond.
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
    opening.on('end', () => lose(opening, new Error('The connection that listens for changes was closed')));
    opening.on('notification', ({ payload }) => payload && onChange(payload));
    try {
      await opening.connect();
      await opening.query(`listen ${CHANNEL}`);
      if (client === opening) onListening(true);
    } catch (error) {
      lose(opening, error as Error);
    }
  };

  // PostgreSQL delivers pending notifications before it answers a query.
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
