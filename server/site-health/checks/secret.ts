import type { Database } from '../../database/client.ts';
import { countSecondFactors } from '../../identity/readable-second-factors.ts';
import { ok, type Outcome, problem } from '../outcome.ts';

/** Checks whether the secret is the one that the second factors in the database were encrypted with. */
export const checkSecret = async (db: Database, secret: string): Promise<Outcome> => {
  const { all, unreadable } = await countSecondFactors(db, secret);
  if (unreadable === 0)
    return ok(all === 0 ? 'Nothing is encrypted with it yet' : 'It decrypts all second factors');
  return problem(
    `${unreadable} of ${all} second factors were encrypted with another secret: their users cannot log in`,
    'Set it to its earlier value. If that is lost, run npm run admin -- EMAIL --reset-second-factor for an admin, who can reset those of other users under All Users.',
    'SECRET',
  );
};
