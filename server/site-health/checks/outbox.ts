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
      `Emails wait for ${Math.round(age / 60)} minutes, ${length} in all`,
      'Look under Email in this list. If that is well, see whether a server runs, and its log.',
    );
  if (failed > 0)
    return warning(
      `${emails(failed)} could not be delivered`,
      'Admins see why, and try again, under Undelivered Emails.',
    );
  return ok(length === 0 ? 'Nothing waits' : `${emails(length)} to be sent`);
};
