import { errors, jwtVerify, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import { ACCESS_TOKEN_LIFETIME } from '#contract/auth.ts';
import { isId } from '#contract/id.ts';
import { deriveKey } from '../secrets/derive-key.ts';

const ALGORITHM = 'HS256';
const ISSUER = 'classharbor';
/** Tokens whose signature need not be verified again; each takes about half a kilobyte. */
const VERIFIED_TOKENS = 5_000;

export interface AccessTokenClaims {
  identityId: string;
  sessionId: string;
}

export interface AccessTokens {
  /** Issues a signed token that is valid for one hour. */
  issue(claims: AccessTokenClaims): Promise<string>;
  /** The claims of a valid token, or undefined if it is forged, malformed or expired. */
  read(token: string): Promise<AccessTokenClaims | undefined>;
}

interface Verified {
  claims: AccessTokenClaims;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

/**
 * Issues and verifies access tokens with a separate key that is derived from the server's secret (RFC 5869). A token
 * that was verified is remembered until it expires, because its signature cannot change. Whether its session still
 * exists is for the caller to look up each time.
 */
export const createAccessTokens = (secret: string): AccessTokens => {
  const bytes = new Uint8Array(deriveKey(secret, 'access token'));
  const key = crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
    'verify',
  ]);
  const verified = new LRUCache<string, Verified>({ max: VERIFIED_TOKENS });

  const verify = async (token: string): Promise<Verified | undefined> => {
    const { payload } = await jwtVerify(token, await key, {
      issuer: ISSUER,
      algorithms: [ALGORITHM],
      requiredClaims: ['exp'],
    });
    const { sub, sid, exp } = payload;
    return isId(sub) && isId(sid)
      ? { claims: { identityId: sub, sessionId: sid }, expiresAt: exp! * 1_000 }
      : undefined;
  };

  return {
    issue: async ({ identityId, sessionId }) =>
      new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: ALGORITHM })
        .setIssuer(ISSUER)
        .setSubject(identityId)
        .setIssuedAt()
        .setExpirationTime(new Date(Date.now() + ACCESS_TOKEN_LIFETIME))
        .sign(await key),
    read: async (token) => {
      const known = verified.get(token);
      if (known && known.expiresAt > Date.now()) return known.claims;
      try {
        const found = await verify(token);
        if (found) verified.set(token, found);
        return found?.claims;
      } catch (error) {
        if (error instanceof errors.JOSEError) return undefined;
        throw error;
      }
    },
  };
};
