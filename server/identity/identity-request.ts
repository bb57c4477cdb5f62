import type { FastifyRequest } from 'fastify';
import { clientAddress } from '../http/client-address.ts';

/** The only header by which the identity provider learns a visitor's network address; a client's own is dropped. */
export const CLIENT_ADDRESS_HEADER = 'x-client-address';

/** The headers that the identity provider needs: cookies, and what tells a forged request. */
const HANDED_ON = ['cookie', 'origin', 'referer', 'sec-fetch-site', 'sec-fetch-mode', 'sec-fetch-dest'];
/** Characters of a browser's name that a session keeps. */
const USER_AGENT_LENGTH = 300;

/** What the identity provider is told of a request's sender. */
export const identityHeaders = (request: FastifyRequest): Headers => {
  const headers = new Headers();
  for (const name of HANDED_ON) {
    const value = request.headers[name];
    if (typeof value === 'string') headers.set(name, value);
  }
  headers.set('user-agent', (request.headers['user-agent'] ?? '').slice(0, USER_AGENT_LENGTH));
  headers.set(CLIENT_ADDRESS_HEADER, clientAddress(request));
  return headers;
};

interface IdentityCall {
  /** The site's own address. */
  baseUrl: string;
  /** Of the endpoint, as its route declares it; the address that was sent plays no part. */
  path: string;
  method: string;
  query: Record<string, string | undefined>;
  body: unknown;
}

/** A request for the identity provider, with nothing in it but what was checked. */
export const identityRequest = (
  request: FastifyRequest,
  { baseUrl, path, method, query, body }: IdentityCall,
): Request => {
  const url = new URL(path, baseUrl);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.set(name, value);
  }
  const headers = identityHeaders(request);
  if (body !== undefined) headers.set('content-type', 'application/json');
  return new Request(url, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
};
