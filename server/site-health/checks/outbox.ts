import type { Database } from '../../database/client.ts';
import { readOutboxState } from '../../modules/notifications/outbox.repository.ts';
import { ok, type Outcome, problem, warning } from '../outcome.ts';

/** The age at which a waiting email is late, in seconds. */
const LATE = 15 * 60;

const emails = (count: number): string => (count === 1 ? 'One email' : `${count} emails`);

/**
 * Checks whether emails leave the outbox.
 * @param isMailConfigured without a mail server, emails wait and are given up in time
 */
export const checkOutbox = async (db: Database, isMailConfigured: boolean): Promise<Outcome> => {
  const { length, age, failed } = await readOutboxState(db);
  if (isMailConfigured && age > LATE)
    return problem(
      `Emails have been waiting for ${Math.round(age / 60)} minutes, ${length} in total`,
      'See Email in this list. If that is fine, check that a server is running, and read its log.',
    );
  if (failed > 0)
    return warning(
      `${emails(failed)} could not be delivered`,
      'Admins can find the reason and retry under Undelivered Emails.',
    );
  return ok(length === 0 ? 'No emails waiting' : `${emails(length)} to be sent`);
};
