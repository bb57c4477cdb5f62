import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

/** Bytes; below it an answer travels in one packet anyway. */
const SMALLEST = 1_024;
/** Brotli's best for what is made anew for each answer: nearly as small as its highest, at a tenth of the time. */
const BROTLI_QUALITY = 4;
/** As a power of two of bytes: of the memory that each answer takes while it is compressed. */
export const BROTLI_WINDOW = 18;

/** Compresses pages and answers for whoever can read them so. Built files come compressed from the build. */
export const registerCompression = async (app: FastifyInstance): Promise<void> => {
  await app.register(compress, {
    threshold: SMALLEST,
    encodings: ['br', 'gzip'],
    brotliOptions: {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
        [constants.BROTLI_PARAM_LGWIN]: BROTLI_WINDOW,
      },
    },
  });
};
