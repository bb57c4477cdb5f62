import { Pool, type PoolClient } from 'pg';
import { sqlStateOf } from './sql-state.ts';

/** The errors of a pool's connections. Most of them look like those of any other connection, for instance to a bucket. */
const failures = new WeakSet<object>();

/** Remembers an error as one of a connection to the database. */
export const noteConnectionFailure = (error: unknown): void => {
  if (error instanceof Error) failures.add(error);
};

/** Messages of node-postgres, which have no code. */
export const LOST_CONNECTION =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered|Client was closed)/;

/** SQLSTATEs of connection exceptions, and of a server that is stopping, has crashed or is starting. */
const UNAVAILABLE = /^(08...|57P0[1-3])$/;

/** The messages if no connection became free, or none could be opened, in time. */
const NONE_FREE = [
  'timeout exceeded when trying to connect',
  'Connection terminated due to connection timeout',
];

/** An error and its causes: libraries pass on that of the connection as the cause of their own. */
const withCauses = (error: unknown): Error[] =>
  error instanceof Error ? [error, ...withCauses(error.cause)] : [];

/** Whether an error means that no connection to the database became free in time. */
export const isWithoutFreeConnection = (error: unknown): boolean =>
  withCauses(error).some(({ message }) => NONE_FREE.includes(message));

/** Whether an error means that the database cannot be reached, or that the connection was lost during a query. */
export const isConnectionFailure = (error: unknown): boolean =>
  withCauses(error).some(
    (one) =>
      failures.has(one) || LOST_CONNECTION.test(one.message) || UNAVAILABLE.test(sqlStateOf(one) ?? ''),
  );

type OnConnect = Parameters<Pool['connect']>[0];

/** A pool whose failures to connect are noted. Its own queries connect in the same way. */
export class DatabasePool extends Pool {
  override connect(): Promise<PoolClient>;
  override connect(callback: OnConnect): void;
  override connect(callback?: OnConnect): Promise<PoolClient> | void {
    if (callback)
      return super.connect((error, client, release) => {
        noteConnectionFailure(error);
        callback(error, client, release);
      });
    return super.connect().catch((error: unknown) => {
      noteConnectionFailure(error);
      throw error;
    });
  }
}
