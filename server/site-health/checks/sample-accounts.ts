import type { Database } from '../../database/client.ts';
import { refuseSampleAccounts } from '../../demo-data/seed.ts';
import { StartError } from '../../start-error.ts';
import { ok, type Outcome, problem } from '../outcome.ts';

/**
 * Checks whether a real site has the sample accounts of the demo, whose passwords are public.
 * @param setting the one that names the database
 */
export const checkSampleAccounts = async (
  db: Database,
  demo: boolean,
  setting: 'DATABASE_URL' | 'DATA_DIR',
): Promise<Outcome> => {
  if (demo) return ok('This is a demo');
  try {
    await refuseSampleAccounts(db);
    return ok('None');
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    return problem(
      'This database has the sample accounts, whose passwords are public',
      'Use an empty database, or set DEMO=on for a demo.',
      setting,
    );
  }
};
