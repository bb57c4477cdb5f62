import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { API_BASE } from '#contract/call.ts';
import { PROJECT_ROOT } from '../project-root.ts';
import { answerNotFound } from './error-handler.ts';
import { declareAccess } from './route.ts';

/** Milliseconds: built files carry their content's hash in the name. */
const ONE_YEAR = 365 * 24 * 60 * 60 * 1_000;
const FOLDER = join(PROJECT_ROOT, 'dist/web');

/** Serves the built front end: its files, and its one page for every address that is not the API's. */
export const registerPages = async (app: FastifyInstance): Promise<void> => {
  if (!existsSync(FOLDER)) {
    app.setNotFoundHandler(answerNotFound);
    return;
  }
  await app.register(async (scope) => {
    declareAccess(scope, 'anyone');
    await scope.register(fastifyStatic, { root: FOLDER, wildcard: false, index: false, maxAge: 60_000 });
    await scope.register(fastifyStatic, {
      root: join(FOLDER, 'assets'),
      prefix: '/assets/',
      decorateReply: false,
      wildcard: true,
      immutable: true,
      maxAge: ONE_YEAR,
    });
  });
  const page = await readFile(join(FOLDER, 'index.html'));
  app.setNotFoundHandler((request, reply) => {
    const isPage = request.method === 'GET' || request.method === 'HEAD';
    if (!isPage || request.url.startsWith(`${API_BASE}/`)) return answerNotFound(request, reply);
    return reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').send(page);
  });
};
