import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { BusyError } from './api-error.ts';
import { clientAddress, networkOf } from './client-address.ts';

declare module 'fastify' {
  interface FastifyInstance {
    streams: Streams;
  }
}

/** The maximum number of concurrent streams. Each holds a part of its list in memory. */
const STREAMS = { atOnce: 64, perNetwork: 8 };
/** The time that a reader may take for one part, in milliseconds. */
const STALL_TIMEOUT = 30_000;
/** Seconds after which a refused reader may try again. */
const RETRY_AFTER = 5;

class Streams {
  readonly stallTimeout: number;
  private readonly byNetwork = new Map<string, number>();
  private count = 0;

  constructor(stallTimeout: number) {
    this.stallTimeout = stallTimeout;
  }

  /** Reserves a place for a request. @returns a function that releases it, or undefined if none is free */
  take(request: FastifyRequest): (() => void) | undefined {
    const network = networkOf(clientAddress(request));
    const taken = this.byNetwork.get(network) ?? 0;
    if (this.count >= STREAMS.atOnce || taken >= STREAMS.perNetwork) return undefined;
    this.count += 1;
    this.byNetwork.set(network, taken + 1);
    return () => {
      this.count -= 1;
      const left = this.byNetwork.get(network)! - 1;
      if (left > 0) this.byNetwork.set(network, left);
      else this.byNetwork.delete(network);
    };
  }
}

/**
 * Registers the limit of concurrent streams.
 * @param stallTimeout the time that a reader may take for one part of a response, in milliseconds
 */
export const registerStreams = (app: FastifyInstance, stallTimeout = STALL_TIMEOUT): void => {
  app.decorate('streams', new Streams(stallTimeout));
};

/** Ends the connection of a reader who is too slow, so that nobody holds a place forever. */
async function* paced(
  parts: AsyncIterable<string | Buffer>,
  reply: FastifyReply,
): AsyncGenerator<string | Buffer> {
  let timer: NodeJS.Timeout | undefined;
  try {
    for await (const part of parts) {
      timer = setTimeout(() => reply.raw.destroy(), reply.server.streams.stallTimeout).unref();
      yield part;
      clearTimeout(timer);
    }
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Sends a response that may be too long for memory, part by part and as fast as it is read.
 * @param parts must not open anything before the first part is read, because a client that disconnects before that reads
 *   none, and nothing is closed then
 * @throws BusyError if there are too many streams
 */
export const sendStream = (
  reply: FastifyReply,
  headers: Record<string, string>,
  parts: AsyncGenerator<string | Buffer, void>,
): FastifyReply => {
  if (reply.request.method === 'HEAD') return reply.headers(headers).send(Readable.from([]));
  const release = reply.server.streams.take(reply.request);
  if (!release)
    throw new BusyError(
      'Too many long lists and files are being read. Please try again in a moment.',
      RETRY_AFTER,
    );
  const stream = Readable.from(paced(parts, reply), { objectMode: false });
  stream.once('close', release);
  return reply.headers(headers).send(stream);
};
