import { setTimeout as sleep } from 'node:timers/promises';
import { findBrokenPromises } from '#tests/support/promises.ts';
import { runCommand } from '#tests/support/run-command.ts';
import type { SoakProvider } from './soak-provider.ts';
import type { SoakShop } from './soak-shop.ts';
import type { SoakVisitors } from './soak-visitors.ts';

interface Soak {
  shop: SoakShop;
  provider: SoakProvider;
  visitors: SoakVisitors;
}

/**
 * The time after the last fault within which everything about payments must settle by itself, and the interval of the
 * checks, in milliseconds.
 */
const SETTLES_WITHIN = 120_000;
const INTERVAL = 2_000;

/** The transaction ids of the payments that need an admin. */
const listAttention = async ({ shop: { app }, visitors: { admin } }: Soak): Promise<Set<string>> => {
  const listed = await app.call('GET', '/payments/attention', { token: admin.token });
  const entries = listed.body as { transactionId?: string }[];
  return new Set(entries.map(({ transactionId }) => transactionId ?? ''));
};

const findBroken = async (soak: Soak): Promise<string[]> =>
  findBrokenPromises(soak.provider.standIn.pool, soak.shop.pool, await listAttention(soak));

/** The findings of the command. */
const checkBooks = async ({ shop, provider }: Soak): Promise<string[]> => {
  const { output } = await runCommand('check-books', [], shop.databaseUrl, provider.undisturbed);
  return output.trim() === 'The books are correct' ? [] : output.trim().split('\n');
};

/**
 * Waits until each charge has its enrollment or its refund, or is listed, and the books are correct.
 * @returns seconds since the last fault, or undefined if it takes longer than two minutes
 */
export const settle = async (soak: Soak): Promise<number | undefined> => {
  const since = Date.now();
  while (Date.now() - since <= SETTLES_WITHIN) {
    const wrong = [...(await findBroken(soak)), ...(await checkBooks(soak))];
    if (wrong.length === 0) return (Date.now() - since) / 1_000;
    await sleep(INTERVAL);
  }
  return undefined;
};

/** Acknowledged writes that are missing, broken promises, and errors in the books. */
export const findMissing = async (soak: Soak): Promise<string[]> => {
  const { acknowledged } = soak.visitors;
  const found = async (query: string) =>
    new Set((await soak.shop.pool.query<{ key: string }>(query)).rows.map(({ key }) => key));
  const people = await found('select email as key from users');
  const payments = await found(
    'select transaction_id as key from payments p join enrollments e on e.payment_id = p.id',
  );
  const feedback = await found(
    "select u.email || ' ' || f.class_id || ' ' || f.feedback as key from feedback f join users u on u.id = f.user_id",
  );
  return [
    ...acknowledged.people.filter((email) => !people.has(email)),
    ...acknowledged.payments.filter((id) => !payments.has(id)),
    ...[...acknowledged.feedback].map(([key, text]) => `${key} ${text}`).filter((key) => !feedback.has(key)),
    ...(await findBroken(soak)),
    ...(await checkBooks(soak)),
  ];
};
