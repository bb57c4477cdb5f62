import { isIPv6 } from 'node:net';

const ALL_ADDRESSES = ['0.0.0.0', '::'];

/** A host as it is written in URLs: IPv6 in brackets (RFC 3986, section 3.2.2). */
const urlHost = (host: string): string => (isIPv6(host) ? `[${host}]` : host);

/** The URL at which the server can reach itself, which may differ from the public one. */
export const localUrl = (host: string, port: number): string =>
  `http://${ALL_ADDRESSES.includes(host) ? 'localhost' : urlHost(host)}:${port}`;
