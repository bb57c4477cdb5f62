// The baseline for calls of signed-in users: a bare Fastify server that runs given statements as prepared statements of
// `pg` and returns a given body. Arguments: the database's URL, and a file with the calls, which it serves as /0, /1 ...
import { readFile } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import Fastify from 'fastify';
import { type ClientBase, Pool } from 'pg';
import { freePort } from '#server/free-port.ts';
import type { RecordedCall } from './signed-in-calls.ts';

/** As many connections as the server itself has. */
const CONNECTIONS = 20;

const [databaseUrl, file = ''] = process.argv.slice(2);
const calls = JSON.parse(await readFile(file, 'utf8')) as RecordedCall[];
const pool = new Pool({ connectionString: databaseUrl, max: CONNECTIONS });
const agent = new Agent({ keepAlive: true });
const port = await freePort();
const names = new Map<string, string>();

const nameOf = (text: string): string | undefined => {
  if (!/^\s*(select|insert|update|delete|with)\b/i.test(text)) return undefined;
  if (!names.has(text)) names.set(text, `statement-${names.size}`);
  return names.get(text);
};

const run = async (on: ClientBase | Pool, { statements }: RecordedCall): Promise<void> => {
  for (const { text, values } of statements) await on.query({ name: nameOf(text), text, values });
};

/** The request that a call makes to the provider. */
const askProvider = (): Promise<void> =>
  new Promise((resolve, reject) => {
    get({ port, path: '/provider', agent }, (response) => response.resume().once('end', resolve)).once(
      'error',
      reject,
    );
  });

const app = Fastify();
app.get('/provider', async () => ({ id: 'pi_1', status: 'requires_payment_method' }));
for (const [index, call] of calls.entries()) {
  const isTransaction = call.statements.some(({ text }) => text.startsWith('begin'));
  app.route({
    method: call.method,
    url: `/${index}`,
    handler: async () => {
      if (isTransaction) {
        const client = await pool.connect();
        await run(client, call).finally(() => client.release());
      } else {
        await run(pool, call);
      }
      for (let request = 0; request < call.providerRequests; request += 1) await askProvider();
      return call.response;
    },
  });
}
await app.listen({ host: '127.0.0.1', port });
process.stdout.write(`ready on ${port}\n`);
