import { createServer, request as sendRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

/**
 * Faults between our server and the provider. `cut after` is the worst: the provider executes the request, but its
 * response is lost.
 */
export type Fault = 'none' | 'down' | 'slow' | 'error 500' | 'cut before' | 'cut after';

/** In milliseconds. */
const SLOWNESS = 2_000;

export interface ProxyResponse {
  status: number;
  body: string;
  headers?: Record<string, string>;
}

/**
 * Handles a request: with its own response, before or after calling `forward`, or with `cut`. Undefined leaves the
 * request to `fault`.
 */
export type Intercept = (
  request: { method: string; path: string; key: string | undefined },
  forward: () => Promise<ProxyResponse>,
) => Promise<ProxyResponse | 'cut' | undefined>;

export interface FaultProxy {
  url: string;
  fault: Fault;
  intercept?: Intercept;
  close: () => Promise<void>;
}

/** An error response of the provider. */
export const providerError = (
  status: number,
  error: object = {},
  headers: Record<string, string> = {},
): ProxyResponse => ({
  status,
  headers,
  body: JSON.stringify({ error: { type: 'api_error', message: 'Injected', ...error } }),
});

const forward = async (target: string, request: IncomingMessage): Promise<[IncomingMessage, Buffer]> => {
  const { hostname, port } = new URL(target);
  const onward = sendRequest({
    hostname,
    port,
    path: request.url,
    method: request.method,
    headers: request.headers,
  });
  request.pipe(onward);
  const [response] = (await once(onward, 'response')) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return [response, Buffer.concat(chunks)];
};

/** Starts a proxy between a server and its provider at `target`, which fails on demand. */
export const startFaultProxy = async (target: string): Promise<FaultProxy> => {
  const proxy: FaultProxy = { url: '', fault: 'none', close: () => Promise.resolve() };
  const intercept = async (request: IncomingMessage) => {
    const { method = '', url: path = '', headers } = request;
    const key = headers['idempotency-key'] as string | undefined;
    return proxy.intercept?.({ method, path, key }, async () => {
      const [response, body] = await forward(target, request);
      return { status: response.statusCode ?? 500, body: body.toString() };
    });
  };
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const { fault } = proxy;
    const decided = await intercept(request);
    if (decided === 'cut') return void request.socket.destroy();
    if (decided) {
      const headers = { 'content-type': 'application/json', ...decided.headers };
      return void response.writeHead(decided.status, headers).end(decided.body);
    }
    if (fault === 'down' || fault === 'cut before') return void request.socket.destroy();
    if (fault === 'error 500') {
      return void response
        .writeHead(500, { 'content-type': 'application/json' })
        .end('{"error":{"type":"api_error","message":"Injected"}}');
    }
    if (fault === 'slow') await new Promise((resolve) => setTimeout(resolve, SLOWNESS));
    const [upstream, body] = await forward(target, request);
    if (fault === 'cut after') return void request.socket.destroy();
    response.writeHead(upstream.statusCode ?? 500, upstream.headers).end(body);
  };
  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  proxy.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  proxy.close = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return proxy;
};
