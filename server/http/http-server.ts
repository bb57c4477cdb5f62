import { lookup } from 'node:dns/promises';
import { createServer, type RequestListener, type Server, STATUS_CODES } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { ErrorCode } from '#contract/errors.ts';
import { ApiError, BusyError } from './api-error.ts';

/** Milliseconds. */
const SECOND = 1_000;
const TIMEOUTS = {
  /** For the headers of a request. */
  headersTimeout: 15 * SECOND,
  /** For a whole request, its body included: 64 KiB take 10 seconds at 50 kbit/s. */
  requestTimeout: 30 * SECOND,
  /** How often Node.js looks for requests that have taken longer. */
  connectionsCheckingInterval: 2 * SECOND,
  /** Longer than the 60 seconds of common proxies, so that none sends a request into a connection that is being closed. */
  keepAliveTimeout: 72 * SECOND,
};

/** What Node.js refuses before Fastify hears of it, by its codes: all else is no HTTP request. */
const REFUSALS: Record<string, [code: ErrorCode, message: string]> = {
  ERR_HTTP_REQUEST_TIMEOUT: ['request_timeout', 'The request took too long to arrive'],
  HPE_HEADER_OVERFLOW: ['headers_too_large', 'The headers of the request are too large'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: ['payload_too_large', 'The body is too large'],
};
const NO_HTTP: (typeof REFUSALS)[string] = ['invalid_input', 'The request is not valid HTTP'];

/** Seconds that a restart takes, about. */
const RETRY_AFTER = 5;

const JSON_TYPE = 'application/json; charset=utf-8';

/** A response as it goes over the connection. */
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
 * A server that cuts off requests that take too long, and whose own refusals look like those of the API.
 * @param securityHeaders what every response carries
 */
export const createHttpServer = (
  handler: RequestListener,
  securityHeaders: Readonly<Record<string, string>>,
): Server => {
  // Fastify refuses a missing host itself (`registerRefusals`): Node.js would do it without a word.
  const server = createServer({ ...TIMEOUTS, requireHostHeader: false }, handler);
  server.on('clientError', ({ code = '' }: NodeJS.ErrnoException, socket: Socket) => {
    if (code !== 'ECONNRESET' && socket.writable) {
      socket.write(writeRefusal(new ApiError(...(REFUSALS[code] ?? NO_HTTP)), securityHeaders));
    }
    socket.destroySoon();
  });
  server.on('checkExpectation', (_request, response) => {
    const refusal = new ApiError('expectation_failed', 'The only expectation that is met is 100-continue');
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
 * Ends connections as they become idle, until the server has closed. Node.js ends only those that are idle at the start, and
 * would keep one alive whose request was under way.
 */
const endIdleConnections = (server: Server): void => {
  const timer = setInterval(() => server.closeIdleConnections(), 50);
  server.once('close', () => clearInterval(timer));
};

/**
 * Refuses requests that name no host, and all that come while the server closes: a proxy then asks another one.
 * Comes before every other hook.
 */
export const registerRefusals = (app: FastifyInstance): void => {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
    if (app.server.listening) endIdleConnections(app.server);
  });
  app.addHook('onRequest', async ({ raw, headers }) => {
    if (isClosing) throw new BusyError('The server is being restarted. Please try again.', RETRY_AFTER);
    if (raw.httpVersion === '1.1' && headers.host === undefined)
      throw new ApiError('invalid_input', 'The request names no host');
  });
};

/** Lets what is under way finish; connections that are kept alive after it end as well. */
const closeServer = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    endIdleConnections(server);
    server.close(() => resolve());
  });

/**
 * Listens on every other address of a host name as well: `localhost` is both 127.0.0.1 and ::1. One that cannot be
 * listened on is left out. Fastify's own way would give them no handler of client errors.
 * @returns closes them again
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
    await Promise.all(servers.map(closeServer));
  };
};
