import { expect } from 'vitest';
import type { RunningServer } from '#server/server.ts';
import type { TestApp } from './test-app.ts';

/** Waits until every email in the outbox has been sent, skipped or given up. */
export const emailsDelivered = ({ pool }: Pick<TestApp, 'pool'>): Promise<void> =>
  expect
    .poll(async () => {
      const { rows } = await pool.query(
        "select kind, email, failure from notifications where email in ('waiting', 'queued')",
      );
      return rows;
    })
    .toEqual([]);

/** A server that may have sent an email. */
type Sender = Pick<TestApp, 'url'> & Partial<Pick<TestApp, 'server'>>;

/** The texts of the emails that a demo server has sent to an address, newest first, without HTML. */
const sentBy = async ({ url }: Pick<TestApp, 'url'>, email: string): Promise<string[]> => {
  const html = await (await fetch(`${url}/sandbox/mail`)).text();
  return html
    .split('<article>')
    .slice(1)
    .filter((message) => message.includes(`To ${email}<`))
    .map((message) => message.replace(/<[^>]+>/g, ' ').replaceAll('&#38;', '&'));
};

/**
 * The texts of the demo's emails to an address, newest first, without HTML.
 * @param others further servers on the same database, any of which may have sent an email. Their emails come last
 */
export const emailsTo = async (app: TestApp, email: string, ...others: Sender[]): Promise<string[]> => {
  for (const { server } of [app, ...others]) {
    // Not of a server in another process.
    const { app: running, emailsSettled } = (server ?? {}) as Partial<RunningServer>;
    await running?.deferredWork.settled();
    await emailsSettled?.();
  }
  await emailsDelivered(app);
  return (await Promise.all([app, ...others].map((server) => sentBy(server, email)))).flat();
};

export const linkIn = (message: string): string => /https?:\/\/\S+/.exec(message)![0];

/** The token of the link in the newest email to an address. */
export const tokenEmailedTo = async (app: TestApp, email: string, ...others: Sender[]): Promise<string> =>
  new URL(linkIn((await emailsTo(app, email, ...others))[0] ?? 'https://no.mail/')).searchParams.get(
    'token',
  )!;
