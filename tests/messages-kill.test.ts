import { randomInt } from 'node:crypto';
import { Pool } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort } from '#server/free-port.ts';
import { BuiltServer } from '#tests/support/built-server.ts';
import { type MailServer, startMailServer } from '#tests/support/mail-server.ts';
import { TEST_SECRET } from '#tests/support/start-test-server.ts';
import { createTestDatabase } from '#tests/support/test-app.ts';

/** How often the server is killed. Manual runs can use more. */
const KILLS = Number(process.env.MESSAGE_KILLS ?? 3);
/** Milliseconds per kill, most of which is the server's start. */
const TIMEOUT = 60_000;
/** The longest time until a server is killed after it has accepted its first message, in milliseconds. */
const LIFE = 300;
/** Messages that are sent concurrently. */
const WRITERS = 4;
/** Emails that a server delivers concurrently. */
const IN_FLIGHT = 5;
const OFFICE = 'office@example.test';

let mail: MailServer;
let databaseUrl: string;
let pool: Pool;
beforeAll(async () => {
  // Leaves a moment in which the message has arrived but the server does not know yet.
  mail = await startMailServer({ onMessage: () => new Promise((resolve) => setTimeout(resolve, 5)) });
  databaseUrl = await createTestDatabase();
  pool = new Pool({ connectionString: databaseUrl });
});
afterAll(async () => {
  await pool.end();
  await mail.close();
});

let senders = 0;
/** Sends messages until the server is gone. @returns the senders of the accepted ones */
const writeUntilKilled = async (url: string, onAccepted: () => void): Promise<string[]> => {
  const accepted: string[] = [];
  try {
    for (;;) {
      const email = `sender-${(senders += 1)}@example.test`;
      const response = await fetch(`${url}/api/contact`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, message: 'Hello' }),
      });
      if (!response.ok) throw new Error(`The server answered ${response.status}`);
      accepted.push(email);
      onAccepted();
    }
  } catch (error) {
    if (error instanceof TypeError) return accepted;
    throw error;
  }
};

const unsent = async () =>
  (await pool.query("select from notifications where kind = 'contact' and email <> 'sent'")).rowCount;

it(
  'messages that a killed server accepted all arrive; only those being delivered may arrive twice',
  async () => {
    const port = await freePort();
    const variables = {
      DATABASE_URL: databaseUrl,
      DEMO: 'on',
      SECRET: TEST_SECRET,
      SMTP_URL: mail.url,
      CONTACT_EMAIL: OFFICE,
      MAIL_RATE: '1000',
    };
    const accepted: string[] = [];
    for (let round = 0; round < KILLS; round += 1) {
      const server = await new BuiltServer(port, variables).ready();
      let writing: Promise<string[]>[] = [];
      await new Promise<void>((resolve) => {
        writing = Array.from({ length: WRITERS }, () => writeUntilKilled(server.url, resolve));
      });
      await new Promise((resolve) => setTimeout(resolve, randomInt(LIFE)));
      await server.stop('SIGKILL');
      accepted.push(...(await Promise.all(writing)).flat());
      // Simulates the timeout after which another server takes over the unfinished deliveries.
      await pool.query("update pgboss.job set started_on = now() - interval '1 hour' where state = 'active'");
      await pool.query("update pgboss.queue set monitor_on = now() - interval '1 hour'");
    }
    const server = await new BuiltServer(port, variables).ready();
    await expect.poll(unsent, { timeout: TIMEOUT * 2 }).toBe(0);
    await server.stop();

    const copies = new Map<string, number>();
    for (const { messageId } of mail.to(OFFICE)) copies.set(messageId!, (copies.get(messageId!) ?? 0) + 1);
    const arrived = mail.to(OFFICE).map(({ replyTo }) => replyTo![0]!.address!);
    expect(arrived).toEqual(expect.arrayContaining(accepted));
    expect(copies.size).toBe(new Set(arrived).size);
    const doubled = [...copies.values()].filter((count) => count > 1).length;
    expect(doubled).toBeLessThanOrEqual(KILLS * IN_FLIGHT);
  },
  (KILLS + 3) * TIMEOUT,
);
