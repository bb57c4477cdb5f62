import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';

/** The minimum size for compression, in bytes. A smaller response fits into one packet anyway. */
export const SMALLEST_COMPRESSED = 1_024;
/** The best Brotli quality for responses that are compressed each time: nearly as small as the highest, in a tenth of the time. */
const BROTLI_QUALITY = 4;
/** The window size of Brotli as a power of two, in bytes. It bounds the memory for compressing a response. */
export const BROTLI_WINDOW = 18;

/** Compresses pages and responses for clients that accept it. Built files are compressed by the build. */
export const registerCompression = async (app: FastifyInstance): Promise<void> => {
  await app.register(compress, {
    threshold: SMALLEST_COMPRESSED,
    encodings: ['br', 'gzip'],
    brotliOptions: {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
        [constants.BROTLI_PARAM_LGWIN]: BROTLI_WINDOW,
      },
    },
  });
};
