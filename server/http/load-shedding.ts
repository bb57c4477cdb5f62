import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';
import { ApiError } from './api-error.ts';

/** Milliseconds that work may wait for its turn, on average of a second, before new requests are turned away. */
const LONGEST_DELAY = 300;
/** Seconds after which whoever was turned away may ask again. */
const RETRY_AFTER = 5;

/** Answers 503 while there is more work than the process can do, so that what it has begun gets done. */
export const registerLoadShedding = async (app: FastifyInstance): Promise<void> => {
  await app.register(underPressure, {
    maxEventLoopDelay: LONGEST_DELAY,
    pressureHandler: (_request, reply) => {
      reply.header('retry-after', RETRY_AFTER);
      throw new ApiError(
        'unavailable',
        'There is more to do than we can manage. Please try again in a moment.',
      );
    },
  });
};
