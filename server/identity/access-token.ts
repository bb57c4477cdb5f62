import { hkdfSync } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import { ACCESS_TOKEN_LIFETIME } from '#contract/auth.ts';

const ALGORITHM = 'HS256';
const ISSUER = 'classharbor';

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

/** Issues and verifies access tokens with a separate key that is derived from the server's secret (RFC 5869). */
export const createAccessTokens = (secret: string): AccessTokens => {
  const key = new Uint8Array(hkdfSync('sha256', secret, '', 'classharbor access token', 32));
  return {
    issue: ({ identityId, sessionId }) =>
      new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: ALGORITHM })
        .setIssuer(ISSUER)
        .setSubject(identityId)
        .setIssuedAt()
        .setExpirationTime(new Date(Date.now() + ACCESS_TOKEN_LIFETIME))
        .sign(key),
    read: async (token) => {
      try {
        const { payload } = await jwtVerify(token, key, { issuer: ISSUER, algorithms: [ALGORITHM] });
        return payload.sub && typeof payload.sid === 'string'
          ? { identityId: payload.sub, sessionId: payload.sid }
          : undefined;
      } catch (error) {
        if (error instanceof errors.JOSEError) return undefined;
        throw error;
      }
    },
  };
};
