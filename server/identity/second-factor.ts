import { createHmac } from 'node:crypto';
import { and, eq, isNull, lt, or } from 'drizzle-orm';
import type { Queryable, Transaction } from '../database/client.ts';
import { identitySessions, identityTwoFactors } from '../database/schema.ts';
import { ApiError } from '../http/api-error.ts';

/** The time step in seconds and the number of digits of a code (RFC 6238). */
const PERIOD = 30;
const DIGITS = 6;
/** The accepted clock differences, in time steps. */
const TOLERANCE = [1, 0, -1];
/** How long after a code was entered a session may change credentials, in milliseconds. */
const FRESHNESS = 10 * 60 * 1_000;

const codeAt = (key: string, step: number): string => {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const hash = createHmac('sha1', key).update(counter).digest();
  const offset = hash.at(-1)! & 0xf;
  return String((hash.readUInt32BE(offset) & 0x7fffffff) % 10 ** DIGITS).padStart(DIGITS, '0');
};

/** The time step of a code (counted since 1970), or undefined if the code is incorrect. */
export const stepOfCode = (key: string, code: string): number | undefined => {
  const now = Math.floor(Date.now() / 1_000 / PERIOD);
  return TOLERANCE.map((offset) => now + offset).find((step) => codeAt(key, step) === code);
};

/** Marks a time step as used. @returns false if it or a later one was used before */
export const spendStep = async (db: Queryable, userId: string, step: number): Promise<boolean> => {
  const spent = await db
    .update(identityTwoFactors)
    .set({ lastUsedStep: step })
    .where(
      and(
        eq(identityTwoFactors.userId, userId),
        or(isNull(identityTwoFactors.lastUsedStep), lt(identityTwoFactors.lastUsedStep, step)),
      ),
    )
    .returning({ id: identityTwoFactors.id });
  return spent.length > 0;
};

/** Whether a code was entered recently enough to change credentials. */
export const isFresh = (moment: Date | null | undefined): boolean =>
  moment instanceof Date && moment.getTime() > Date.now() - FRESHNESS;

/**
 * Requires a recent code in this session from users with a second factor.
 * @throws ApiError `code_required`
 */
export const requireFreshCode = async (
  trx: Transaction,
  user: { id: string; twoFactorEnabled: boolean },
  sessionId: string,
): Promise<void> => {
  if (!user.twoFactorEnabled) return;
  const [session] = await trx
    .select({ at: identitySessions.secondFactorAt })
    .from(identitySessions)
    .where(and(eq(identitySessions.id, sessionId), eq(identitySessions.userId, user.id)));
  if (!isFresh(session?.at))
    throw new ApiError('code_required', 'Enter a code from your authenticator app first');
};
