// The baseline for uploads: a bare Fastify server that appends what it receives to a file. Argument: the folder.
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Readable } from 'node:stream';
import Fastify from 'fastify';
import { freePort } from '#server/free-port.ts';

const [folder = ''] = process.argv.slice(2);
const app = Fastify();
app.addContentTypeParser('application/offset+octet-stream', (_request, payload, done) => done(null, payload));
app.patch<{ Params: { id: string }; Body: Readable }>('/:id', async (request, reply) => {
  await pipeline(request.body, createWriteStream(join(folder, request.params.id), { flags: 'a' }));
  return reply.code(204).send();
});
const port = await freePort();
await app.listen({ host: '127.0.0.1', port });
process.stdout.write(`${port}\n`);
