import { expect } from 'vitest';
import type { TestApp } from './test-app.ts';

/** Waits until every email of the outbox has been sent, skipped or given up. */
export const emailsDelivered = ({ pool }: Pick<TestApp, 'pool'>): Promise<void> =>
  expect
    .poll(async () => {
      const { rows } = await pool.query(
        "select kind, email, failure from notifications where email in ('waiting', 'queued')",
      );
      return rows;
    })
    .toEqual([]);

/** The texts of the demo's emails to somebody, the newest first, without HTML. */
export const emailsTo = async (app: TestApp, email: string): Promise<string[]> => {
  await emailsDelivered(app);
  const html = await (await fetch(`${app.url}/sandbox/mail`)).text();
  return html
    .split('<article>')
    .slice(1)
    .filter((message) => message.includes(`To ${email}<`))
    .map((message) => message.replace(/<[^>]+>/g, ' ').replaceAll('&#38;', '&'));
};

export const linkIn = (message: string): string => /https?:\/\/\S+/.exec(message)![0];

/** The token of the link in the newest message to somebody. */
export const tokenEmailedTo = async (app: TestApp, email: string): Promise<string> =>
  new URL(linkIn((await emailsTo(app, email))[0] ?? 'https://no.mail/')).searchParams.get('token')!;
