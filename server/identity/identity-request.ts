import type { FastifyRequest } from 'fastify';
import { clientAddress } from '../http/client-address.ts';

/** The header that passes the client's IP address to the identity provider. One sent by the client is dropped. */
export const CLIENT_ADDRESS_HEADER = 'x-client-address';

/** The headers that the identity provider needs: cookies, and those that reveal cross-site requests. */
const FORWARDED_HEADERS = [
  'cookie',
  'origin',
  'referer',
  'sec-fetch-site',
  'sec-fetch-mode',
  'sec-fetch-dest',
];
/** Maximum length of the user agent that a session stores. */
const USER_AGENT_LENGTH = 300;

/** The headers with which the identity provider identifies the client of a request. */
export const identityHeaders = (request: FastifyRequest): Headers => {
  const headers = new Headers();
  for (const name of FORWARDED_HEADERS) {
    const value = request.headers[name];
    if (typeof value === 'string') headers.set(name, value);
  }
  headers.set('user-agent', (request.headers['user-agent'] ?? '').slice(0, USER_AGENT_LENGTH));
  headers.set(CLIENT_ADDRESS_HEADER, clientAddress(request));
  return headers;
};

interface IdentityCall {
  /** The public URL of the site. */
  baseUrl: string;
  /** The path that the route declares, not the one in the request. */
  path: string;
  method: string;
  query: Record<string, string | undefined>;
  body: unknown;
}

/** Builds a request to the identity provider that contains only validated input. */
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
