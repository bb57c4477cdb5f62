import type { Pool } from 'pg';
import { ok, type Outcome, problem } from '../outcome.ts';

/** The tolerance in seconds. Beyond some minutes, the provider's signatures and authenticator codes fail. */
const TOLERANCE = 60;
const ADVICE = 'Synchronize the clocks, for example with chrony or systemd-timesyncd.';

const describe = (seconds: number): string => {
  const size = Math.abs(seconds);
  const amount = size < 120 ? `${Math.round(size)} seconds` : `${Math.round(size / 60)} minutes`;
  return `${amount} ${seconds > 0 ? 'ahead of' : 'behind'}`;
};

/** Compares this machine's clock with the database's and, if available, with the card provider's. */
export const checkClock = async (pool: Pool, providerTime: Date | undefined): Promise<Outcome> => {
  const before = Date.now();
  const { rows } = await pool.query<{ now: Date }>('select clock_timestamp() as now');
  const clocks = [
    { name: 'the card provider', aheadBy: providerTime && (before - providerTime.getTime()) / 1_000 },
    { name: 'the database', aheadBy: (before - rows[0]!.now.getTime()) / 1_000 },
  ];
  for (const { name, aheadBy } of clocks) {
    if (aheadBy !== undefined && Math.abs(aheadBy) > TOLERANCE)
      return problem(`This clock is ${describe(aheadBy)} the clock of ${name}`, ADVICE);
  }
  return ok('Agrees with the others');
};
