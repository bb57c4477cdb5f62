import { lookup } from 'node:dns/promises';
import { createServer, type RequestListener, type Server, STATUS_CODES } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { ErrorCode } from '#contract/errors.ts';
import { ApiError, BusyError } from './api-error.ts';

/** Milliseconds. */
const SECOND = 1_000;
const TIMEOUTS = {
  /** The timeout for the headers of a request. */
  headersTimeout: 15 * SECOND,
  /** The timeout for a whole request with its body: 64 KiB take 10 seconds at 50 kbit/s. */
  requestTimeout: 30 * SECOND,
  /** How often Node.js checks these timeouts. */
  connectionsCheckingInterval: 2 * SECOND,
  /**
   * Longer than the 60 seconds of common proxies, so that none sends a request on a connection that is being closed.
   */
  keepAliveTimeout: 72 * SECOND,
};

/** The requests that Node.js rejects before Fastify sees them, by error code. Any other one is not an HTTP request. */
const REFUSALS: Record<string, [code: ErrorCode, message: string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['request_timeout', 'The request took too long to arrive'],
  HPE_HEADER_OVERFLOW: ['headers_too_large', 'The headers of the request are too large'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: ['payload_too_large', 'The body is too large'],
};
const NO_HTTP: (typeof REFUSALS)[string] = ['invalid_input', 'The request is not valid HTTP'];

/** The time after which no request is pending anymore when the server stops, in milliseconds. */
const STOP_LIMIT = 2.5 * SECOND;

declare module 'fastify' {
  interface FastifyInstance {
    /** When the server began to stop, by `performance.now()`. It may accept requests for a while. */
    stoppingSince?: number;
  }
}

/** The approximate duration of a restart, in seconds. */
const RETRY_AFTER = 5;

const JSON_TYPE = 'application/json; charset=utf-8';

/** The raw bytes of an error response. */
const writeRefusal = (refusal: ApiError, securityHeaders: Readonly<Record<string, string>>): string => {
  const { status } = refusal;
  const body = JSON.stringify(refusal.body);
  const headers = {
    ...securityHeaders,
    'content-type': JSON_TYPE,
    'content-length': Buffer.byteLength(body),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n');
};

/**
 * Creates an HTTP server that ends requests that take too long, and whose own errors have the format of the API.
 * @param securityHeaders the headers of every response
 */
export const createHttpServer = (
  handler: RequestListener,
  securityHeaders: Readonly<Record<string, string>>,
): Server => {
  // `registerRequestChecks` rejects requests without a host; Node.js would do so without an explanation.
  const server = createServer({ ...TIMEOUTS, requireHostHeader: false }, handler);
  server.on('clientError', ({ code = '' }: NodeJS.ErrnoException, socket: Socket) => {
    if (code !== 'ECONNRESET' && socket.writable) {
      socket.write(writeRefusal(new ApiError(...(REFUSALS[code] ?? NO_HTTP)), securityHeaders));
    }
    socket.destroySoon();
  });
  server.on('checkExpectation', (_request, response) => {
    const refusal = new ApiError('expectation_failed', 'The only supported expectation is 100-continue');
    response.writeHead(refusal.status, {
      ...securityHeaders,
      'content-type': JSON_TYPE,
      connection: 'close',
    });
    response.end(JSON.stringify(refusal.body));
  });
  return server;
};

/**
 * Ends connections as they become idle, until the server has closed, and all that remain at `STOP_LIMIT`. Node.js only
 * ends those that are idle at the start, and would keep connections with a pending request alive. The player of a paused
 * video does not read the rest of its response for hours.
 */
const endConnections = (server: Server, { stoppingSince = performance.now() }: FastifyInstance): void => {
  const timer = setInterval(() => server.closeIdleConnections(), 50);
  const passed = performance.now() - stoppingSince;
  const limit = setTimeout(() => server.closeAllConnections(), STOP_LIMIT - passed);
  server.once('close', () => {
    clearInterval(timer);
    clearTimeout(limit);
  });
};

/**
 * Rejects requests without a host, and all requests while the server closes, so that a proxy uses another server. It
 * runs before every other hook.
 */
export const registerRequestChecks = (app: FastifyInstance): void => {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
    if (app.server.listening) endConnections(app.server, app);
  });
  app.addHook('onRequest', async ({ raw, headers }) => {
    if (isClosing) throw new BusyError('The server is being restarted. Please try again.', RETRY_AFTER);
    if (raw.httpVersion === '1.1' && headers.host === undefined)
      throw new ApiError('invalid_input', 'The request has no Host header');
  });
};

/** Finishes pending requests within `STOP_LIMIT`, then ends their connections even if they are kept alive. */
const closeServer = (server: Server, app: FastifyInstance): Promise<void> =>
  new Promise((resolve) => {
    endConnections(server, app);
    server.close(() => resolve());
  });

/**
 * Listens on every other address of a host name as well: `localhost` is both 127.0.0.1 and ::1. Unavailable addresses
 * are skipped. Fastify's own way would not handle their client errors.
 * @returns a function that closes them
 */
export const listenOnOtherAddresses = async (
  app: FastifyInstance,
  host: string,
): Promise<() => Promise<void>> => {
  const { address: own, port } = app.server.address() as AddressInfo;
  const others = (await lookup(host, { all: true })).filter(({ address }) => address !== own);
  const servers = others.map(({ address }) => {
    const server = createHttpServer(
      (request, response) => app.routing(request, response),
      app.securityHeaders,
    );
    server.on('error', (error) => app.log.debug({ err: error, address }, 'An address cannot be listened on'));
    server.listen({ host: address, port });
    return server;
  });
  return async () => {
    await Promise.all(servers.map((server) => closeServer(server, app)));
  };
};
