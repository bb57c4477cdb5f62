import { isIPv4, isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';

/** `1.2.3.4:5678` and `[2001:db8::1]:5678`, as some proxies write an address with its port. */
const WITH_PORT = /^\[?([^[\]]+?)\]?:\d+$/;
const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

const parseAddress = (text: string): string | undefined => {
  const address = [text, text.replace(/^\[(.*)\]$/, '$1'), WITH_PORT.exec(text)?.[1] ?? ''].find(
    (candidate) => isIPv4(candidate) || isIPv6(candidate),
  );
  return address && (MAPPED_IPV4.exec(address)?.[1] ?? address.toLowerCase());
};

/**
 * The network address that a request comes from: what the nearest trusted proxy says, without a port, or that of the
 * connection where it says nothing usable.
 */
export const clientAddress = (request: FastifyRequest): string =>
  parseAddress(request.ip) ?? parseAddress(request.socket.remoteAddress ?? '') ?? '';

/** The eight groups of an IPv6 address. */
const groupsOf = (address: string): string[] => {
  const [left = '', right] = new URL(`http://[${address.replace(/%.*$/, '')}]`).hostname
    .slice(1, -1)
    .split('::');
  const [before, after] = [left, right ?? ''].map((part) => part.split(':').filter(Boolean)) as [
    string[],
    string[],
  ];
  return [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after];
};

/** A network that counts as one: an IPv4 address, or the 64 bits that somebody with an IPv6 address has at least. */
export const networkOf = (address: string): string =>
  isIPv6(address) ? groupsOf(address).slice(0, 4).join(':') : address;
