import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyError, FastifyInstance } from 'fastify';
import { notFound } from './api-error.ts';
import { WEB_FOLDER } from './page-renderer.ts';
import { declareAccess } from './route.ts';

/** In milliseconds. For pictures and icons, whose names do not change. */
const ONE_HOUR = 60 * 60 * 1_000;
/** In milliseconds. For built files, whose names contain the hash of their content. */
const ONE_YEAR = 365 * 24 * 60 * 60 * 1_000;

/** Serves the files of the built front end. */
export const registerWebFiles = async (app: FastifyInstance): Promise<void> => {
  await app.register(async (scope) => {
    declareAccess(scope, 'anyone');
    // The library responds with 403 to folders and unusual paths. Like anything that is not a file, they are reported
    // as not found.
    scope.setErrorHandler((error: FastifyError) => {
      throw error.statusCode === 403 ? notFound('The file') : error;
    });
    await scope.register(fastifyStatic, {
      root: WEB_FOLDER,
      wildcard: false,
      index: false,
      // The template of the pages is not a page itself.
      globIgnore: ['index.html*'],
      preCompressed: true,
      maxAge: ONE_HOUR,
    });
    await scope.register(fastifyStatic, {
      root: join(WEB_FOLDER, 'assets'),
      prefix: '/assets/',
      decorateReply: false,
      wildcard: true,
      preCompressed: true,
      immutable: true,
      maxAge: ONE_YEAR,
    });
  });
};
