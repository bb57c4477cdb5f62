import { constants } from 'node:fs';
import { type FileHandle, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Bytes beyond which the log is shortened to its end. */
const MAX_SIZE = 1024 * 1024;
const SHORTENED = 256 * 1024;
/** Milliseconds between two checks of a log that is being written. */
const INTERVAL = 5_000;
/** The number of characters at the end of the log that can explain a failed start. */
const END = 4_000;

/** The name of the log, in the folder of the cluster. */
export const LOG_FILE = 'server.log';

/**
 * Keeps rows, parameters and statements out of the log: an error's message and detail may quote them, and the server
 * logs what failed by code, table and constraint. What remains is what concerns PostgreSQL as a whole.
 * https://www.postgresql.org/docs/18/runtime-config-logging.html
 */
export const LOG_SETTINGS: Record<string, string> = {
  log_min_messages: 'log',
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  log_statement: 'none',
  log_min_duration_statement: '-1',
  log_min_duration_sample: '-1',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
  log_checkpoints: 'off',
  log_lock_waits: 'off',
  log_temp_files: '-1',
  log_autovacuum_min_duration: '-1',
};

const shorten = async (file: FileHandle): Promise<void> => {
  const { size } = await file.stat();
  if (size <= MAX_SIZE) return;
  const end = Buffer.alloc(SHORTENED);
  const { bytesRead } = await file.read(end, 0, SHORTENED, size - SHORTENED);
  const kept = end.subarray(0, bytesRead);
  await file.truncate(0);
  // PostgreSQL appends, so what it writes in the meantime precedes or follows this and is not overwritten.
  await file.appendFile(kept.subarray(kept.indexOf('\n') + 1));
};

/** Keeps the last part of a log that has grown too long. */
export const boundLog = async (cluster: string): Promise<void> => {
  // Root does not follow a link that the owner of the folder put there.
  const flags = constants.O_RDWR | constants.O_APPEND | constants.O_NOFOLLOW;
  const file = await open(join(cluster, LOG_FILE), flags).catch(() => undefined);
  if (!file) return;
  try {
    await shorten(file);
  } finally {
    await file.close();
  }
};

/** Bounds the log while PostgreSQL writes it. @returns a function that stops this */
export const keepLogBounded = (cluster: string): (() => void) => {
  // A log that cannot be shortened now is retried at the next check.
  const timer = setInterval(() => void boundLog(cluster).catch(() => undefined), INTERVAL).unref();
  return () => clearInterval(timer);
};

/** The end of the log, from which a failed start can be explained. Empty if it cannot be read. */
export const readLogEnd = async (cluster: string): Promise<string> =>
  (await readFile(join(cluster, LOG_FILE), 'utf8').catch(() => '')).slice(-END);
