// Schemas for the values of settings. Each message completes the sentence "The setting NAME ...".
import { isIP, isIPv6 } from 'node:net';
import { Client } from 'pg';
import { z } from 'zod';
import { TEXT_LIMITS } from '#contract/text-limits.ts';
import { BACKUP_FILES } from '../backup/backup-store.ts';

const NOT_HTTP = 'is not an address that starts with http:// or https://';
const ENCODE =
  'is not a valid address: percent-encode special characters in its user name and password (/ is %2F, @ is %40, # is %23, ? is %3F, % is %25)';

/** An http(s) URL. Trailing slashes are removed. */
export const webUrl = z
  .url({ protocol: /^https?$/, error: NOT_HTTP })
  .transform((address) => address.replace(/\/+$/, ''));

/** The URL of a site, normalized as browsers send it in `Origin`: no path, lower case, no default port. */
export const siteUrl = z
  .url({ protocol: /^https?$/, error: NOT_HTTP, abort: true })
  .refine(
    (address) => {
      const { pathname, search, hash, username, hostname } = new URL(address);
      return hostname !== '' && pathname === '/' && !search && !hash && !username;
    },
    { error: 'must be only a scheme and a host, such as https://classes.example.com' },
  )
  .transform((address) => new URL(address).origin);

export const onOff = z
  .enum(['1', 'true', 'on', '0', 'false', 'off'], { error: 'must be on or off' })
  .transform((word) => ['1', 'true', 'on'].includes(word));

/** Whether an unencoded character in the password ended the host part early, so that the @ is in a later part. */
const isCutShort = (address: string): boolean => {
  const { pathname, search, hash } = new URL(address);
  return [pathname, search, hash].some((part) => part.includes('@'));
};

const connectionProblem = (address: string, schemes: string[]): string | undefined => {
  if (!schemes.some((scheme) => address.toLowerCase().startsWith(`${scheme}://`)))
    return `is not an address that starts with ${schemes[0]}://`;
  if (!URL.canParse(address)) return address.includes('@') ? ENCODE : 'is not a valid address';
  return isCutShort(address) ? ENCODE : undefined;
};

/** A URL of a Unix socket has no host: `postgres://me:word@/database?host=/var/run/postgresql`. */
const withHost = (address: string): string => address.replace('@/', '@localhost/');

/** Checks a URL with node-postgres, which also reads the certificates that it refers to. */
const postgresProblem = (address: string): string | undefined => {
  try {
    new Client({ connectionString: address });
    return undefined;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return code === 'ERR_INVALID_URL' || error instanceof URIError ? ENCODE : `cannot be used: ${message}`;
  }
};

/** A string schema that reports the problem found by a function. */
const checked = (findProblem: (text: string) => string | undefined) =>
  z.string().superRefine((text, context) => {
    const message = findProblem(text);
    if (message) context.addIssue({ code: 'custom', message });
  });

export const databaseUrl = checked(
  (address) => connectionProblem(withHost(address), ['postgres', 'postgresql']) ?? postgresProblem(address),
);

export const mailServerUrl = checked((address) => {
  const problem = connectionProblem(address, ['smtp', 'smtps']);
  if (problem) return problem;
  const { hostname, username, password } = new URL(address);
  if (!hostname) return 'has no host';
  try {
    decodeURIComponent(username + password);
    return undefined;
  } catch {
    return ENCODE;
  }
});

/** `a@example.com` or `School <a@example.com>`. */
export const mailSender = z
  .string()
  .max(200, 'has more than 200 characters')
  .regex(/^([^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@,]+@[^\s<>@,]+)$/, {
    error: 'is not a sender such as School <school@example.com>',
  });

/** A single address, such as office@example.com. */
export const emailAddress = z
  .email('is not an email address')
  .max(TEXT_LIMITS.email, `has more than ${TEXT_LIMITS.email} characters`);

/** A token that fits into an `Authorization` header. */
export const bearerToken = z
  .string()
  .min(16, 'has fewer than 16 characters')
  .regex(/^[\x21-\x7e]+$/, 'has spaces or characters beyond ASCII');

/** The named networks that Fastify's `trustProxy` accepts (https://fastify.dev/docs/latest/Reference/Server/). */
const NAMED_NETWORKS = ['loopback', 'linklocal', 'uniquelocal'];

const isNetwork = (text: string): boolean => {
  const [, address = text, prefix] = /^(.*)\/(\d{1,3})$/.exec(text) ?? [];
  const isKnown = NAMED_NETWORKS.includes(text) || isIP(address) > 0;
  return (
    isKnown &&
    (prefix === undefined || (Number(prefix) > 0 && Number(prefix) <= (isIPv6(address) ? 128 : 32)))
  );
};

/** Addresses and networks, separated by commas. */
export const proxyList = z
  .string()
  .transform((list) =>
    list
      .split(',')
      .map((address) => address.trim())
      .filter((address) => address !== ''),
  )
  .superRefine((addresses, context) => {
    const wrong = addresses.find((address) => !isNetwork(address));
    if (wrong === undefined && addresses.length > 0) return;
    context.addIssue({
      code: 'custom',
      message: `${wrong ?? ''} is neither an IP address nor a network such as 172.16.0.0/12`.trimStart(),
    });
  });

/** An address to listen on. IPv6 may be in brackets. */
export const listenAddress = z.string().transform((host) => host.replace(/^\[(.*)\]$/, '$1'));

/** Whether a host is this machine itself: `localhost`, a name below it, or a loopback address. */
export const isLoopback = (host: string): boolean =>
  /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i.test(host);

export const bucketName = z.string().regex(/^[\w.-]+$/, { error: 'is not the name of a bucket' });

/** The beginning of the keys in a bucket that several sites use. It becomes a text that ends with a slash. */
export const keyPrefix = z
  .string()
  .transform((prefix) => prefix.replace(/^\/+|\/+$/g, ''))
  .superRefine((prefix, context) => {
    const parts = prefix.split('/');
    const problem = parts.some((part) => !/^[\w.-]+$/.test(part) || /^\.+$/.test(part))
      ? 'is not a path such as sites/school, of letters, digits, hyphens, underscores and dots'
      : parts.includes(BACKUP_FILES) && `must not contain ${BACKUP_FILES}, where the files of backups are`;
    if (problem) context.addIssue({ code: 'custom', message: problem });
  })
  .transform((prefix) => `${prefix}/`);
