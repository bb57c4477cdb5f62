import { isIPv6 } from 'node:net';

const ALL_ADDRESSES = ['0.0.0.0', '::'];

/** A host as it stands in an address on the web: IPv6 in brackets (RFC 3986, section 3.2.2). */
const inAddress = (host: string): string => (isIPv6(host) ? `[${host}]` : host);

/** Where the server reaches itself, whatever address browsers use. */
export const ownAddress = (host: string, port: number): string =>
  `http://${ALL_ADDRESSES.includes(host) ? 'localhost' : inAddress(host)}:${port}`;
