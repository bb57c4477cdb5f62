import Stripe from 'stripe';
import { LOST_CONNECTION } from './database/connection-failure.ts';
import { isSqlState, SQL_STATES } from './database/sql-state.ts';
import { BucketError } from './files/bucket-error.ts';
import { ApiError } from './http/api-error.ts';
import { StartError } from './start-error.ts';

type Failure = Error & { code?: string; path?: string; dest?: string; cause?: unknown };

/** Messages for error codes of the file system. */
const FILE_REASONS: Record<string, string> = {
  EACCES: 'permission denied',
  EPERM: 'operation not permitted',
  EROFS: 'the file system is read-only',
  ENOENT: 'it does not exist',
  ENOTDIR: 'a part of the path is not a folder',
  EISDIR: 'it is a folder',
  EEXIST: 'it exists and is not a folder',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is exceeded',
  ENAMETOOLONG: 'the name is too long',
};

const CONNECTION_CODES = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN'];

const firstLine = (message: string): string => message.split('\n')[0]!;

const explainDatabase = ({ code, message }: Failure): string =>
  code === SQL_STATES.diskFull
    ? `The disk of the database is full: free some space (${firstLine(message)})`
    : `The database reported an error: ${firstLine(message)} (${code})`;

const explainProvider = (error: Failure & { detail?: { message?: string } }): string => {
  if (error instanceof Stripe.errors.StripeAuthenticationError)
    return `The card provider rejected STRIPE_SECRET_KEY: ${error.message}`;
  if (error instanceof Stripe.errors.StripeConnectionError)
    return `Cannot reach the card provider, check the network (${error.detail?.message ?? error.message})`;
  return `The card provider reported an error: ${firstLine(error.message)}`;
};

const explainKnown = (error: Failure): string | undefined => {
  if (error instanceof StartError || error instanceof ApiError) return error.message;
  if (error instanceof Stripe.errors.StripeError) return explainProvider(error as Failure);
  if (error instanceof BucketError)
    return `${error.message.replace(/\.$/, '')}. ${error.setting}: ${error.todo}`;
  const { code } = error;
  if (code?.startsWith('ERR_PARSE_ARGS_')) return error.message.replaceAll('\n', ' ');
  const reason = FILE_REASONS[code ?? ''];
  if (reason) return `Cannot use ${error.dest ?? error.path ?? 'a file'}: ${reason} (${code})`;
  if (isSqlState(code)) return explainDatabase(error);
  if (CONNECTION_CODES.includes(code ?? '') || LOST_CONNECTION.test(error.message))
    return `The connection to the database was lost: ${firstLine(error.message || code!)}`;
  return error.cause instanceof Error ? explainKnown(error.cause) : undefined;
};

/**
 * Describes an error for an operator: in one line if the cause is a setting, a file, a bucket, the database or the card provider,
 * otherwise with the stack, because it is a bug.
 */
export const explainFailure = (error: unknown): string =>
  error instanceof Error ? (explainKnown(error) ?? error.stack ?? error.message) : String(error);
