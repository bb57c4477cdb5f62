// The baseline for pages: a bare Fastify server that returns the bytes that it fetched from our server at its start.
// Arguments: the URL of our server, and the paths, which it serves as /0, /1 and so on.
import Fastify from 'fastify';
import { get } from 'node:http';
import { freePort } from '#server/free-port.ts';

const [origin = '', ...paths] = process.argv.slice(2);

/** Reads the raw bytes of a response. `fetch` would decompress them. */
const read = (path: string) =>
  new Promise<{ body: Buffer; type: string; encoding: string }>((resolve, reject) => {
    get(`${origin}${path}`, { headers: { 'accept-encoding': 'br' } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({
          body: Buffer.concat(chunks),
          type: response.headers['content-type'] ?? '',
          encoding: response.headers['content-encoding'] ?? 'identity',
        }),
      );
    }).on('error', reject);
  });

const app = Fastify();
for (const [index, path] of paths.entries()) {
  const { body, type, encoding } = await read(path);
  app.get(`/${index}`, (_request, reply) =>
    reply.header('content-type', type).header('content-encoding', encoding).send(body),
  );
}
const port = await freePort();
await app.listen({ host: '127.0.0.1', port });
process.stdout.write(`ready on ${port}\n`);
