import { createHmac, timingSafeEqual } from 'node:crypto';
import { isId } from '#contract/id.ts';
import { deriveKey } from '../secrets/derive-key.ts';

/** The lifetime of the link to a download, in milliseconds. */
export const DOWNLOAD_LIFETIME = 10 * 60_000;

/** The owner of a link, as in an access token. */
export interface LinkOwner {
  identityId: string;
  sessionId: string;
}

export interface SignedLinks {
  /**
   * Signs an address for requests without an access token: downloads, and the sources of videos. It identifies its
   * owner, whose session and permission each request checks again.
   * @param path without a query
   * @param lifetime in milliseconds
   */
  sign(path: string, owner: LinkOwner, lifetime: number): string;
  /** The owner of the link to this path, or undefined if the ticket is forged, for another path or expired. */
  read(path: string, ticket: string): LinkOwner | undefined;
}

/** Signs links with a separate key that is derived from the server's secret (RFC 5869). */
export const createSignedLinks = (secret: string): SignedLinks => {
  const key = deriveKey(secret, 'signed link');
  const signatureOf = (path: string, claims: string): Buffer =>
    createHmac('sha256', key).update(`${path}\n${claims}`).digest();
  return {
    sign: (path, { identityId, sessionId }, lifetime) => {
      const claims = `${identityId}.${sessionId}.${Date.now() + lifetime}`;
      return `${path}?ticket=${claims}.${signatureOf(path, claims).toString('base64url')}`;
    },
    read: (path, ticket) => {
      const [identityId, sessionId, expires, signature = ''] = ticket.split('.');
      const expected = signatureOf(path, `${identityId}.${sessionId}.${expires}`);
      const given = Buffer.from(signature, 'base64url');
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
      return isId(identityId) && isId(sessionId) && Number(expires) > Date.now()
        ? { identityId, sessionId }
        : undefined;
    },
  };
};
