import { isIPv4, isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';

/** `1.2.3.4:5678` and `[2001:db8::1]:5678`, as some proxies write an address with its port. */
const WITH_PORT = /^\[?([^[\]]+?)\]?:\d+$/;
const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

const parseIp = (text: string): string | undefined => {
  const address = [text, text.replace(/^\[(.*)\]$/, '$1'), WITH_PORT.exec(text)?.[1] ?? ''].find(
    (candidate) => isIPv4(candidate) || isIPv6(candidate),
  );
  return address && (MAPPED_IPV4.exec(address)?.[1] ?? address.toLowerCase());
};

/**
 * The network address of a request's client, without a port: as the nearest trusted proxy reports it or, if that is not
 * usable, the address of the connection.
 */
export const clientAddress = (request: FastifyRequest): string =>
  parseIp(request.ip) ?? parseIp(request.socket.remoteAddress ?? '') ?? '';

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

/**
 * The network of an address: an IPv4 address itself, or the first 64 bits of an IPv6 address, which is the least that a
 * customer gets.
 */
export const networkOf = (address: string): string =>
  isIPv6(address) ? groupsOf(address).slice(0, 4).join(':') : address;
