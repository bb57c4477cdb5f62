import type { Database } from '../../database/client.ts';
import { readOutboxState } from '../../modules/notifications/outbox-state.ts';
import { ok, type Outcome, problem, warning } from '../outcome.ts';

/** The age at which an unsent email is late, in seconds. */
const LATE = 15 * 60;

/** The longest part of a mail server's reason that is shown. */
const MAX_REASON = 200;

const emails = (count: number): string => (count === 1 ? 'One email' : `${count} emails`);

const minutes = (seconds: number): string => `${Math.round(seconds / 60)} minutes`;

/**
 * Checks whether emails leave the outbox.
 * @param isEmailConfigured without a mail server, emails wait and are given up in time
 */
export const checkOutbox = async (db: Database, isEmailConfigured: boolean): Promise<Outcome> => {
  const { length, age, retried, retriedAge, failure, failed } = await readOutboxState(db);
  if (isEmailConfigured && age > LATE)
    return problem(
      `Emails have been waiting for ${minutes(age)}, ${length} in total`,
      'See Email in this list. If that is fine, check that a server is running, and read its log.',
    );
  if (isEmailConfigured && retriedAge > LATE)
    return warning(
      `${emails(retried)} ${retried === 1 ? 'is' : 'are'} being retried, for up to ${minutes(retriedAge)}: ${(failure ?? '').slice(0, MAX_REASON)}`,
      'Nothing, if it is about one mailbox: after a day, it is listed under Undelivered Emails. Otherwise, see Email in this list.',
    );
  if (failed > 0)
    return warning(
      `${emails(failed)} could not be delivered`,
      'Admins can find the reason and retry under Undelivered Emails.',
    );
  return ok(length === 0 ? 'No emails waiting' : `${emails(length)} to be sent`);
};
