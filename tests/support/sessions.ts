import { createHmac, randomBytes } from 'node:crypto';
import { createAccessTokens } from '#server/identity/access-token.ts';
import { TEST_SECRET } from './start-test-server.ts';
import type { TestApp } from './test-app.ts';

const tokens = createAccessTokens(TEST_SECRET);

/** The cookie that better-auth sets for a session: its token, signed with the server's secret. */
const signedCookie = (token: string): string => {
  const signature = createHmac('sha256', TEST_SECRET).update(token).digest('base64');
  return `better-auth.session_token=${encodeURIComponent(`${token}.${signature}`)}`;
};

/**
 * Inserts a live session into the tables, without the cost of hashing a password. The server must use `TEST_SECRET`.
 * @returns what a browser has after signing in
 */
export const createSession = async (
  { pool }: Pick<TestApp, 'pool'>,
  email: string,
): Promise<{ cookie: string; token: string }> => {
  const sessionToken = randomBytes(24).toString('base64url');
  const { rows } = await pool.query<{ id: string; identityId: string }>(
    `insert into identity.session (token, user_id, expires_at)
       select $1, id, now() + interval '7 days' from identity."user" where email = $2
     returning id, user_id as "identityId"`,
    [sessionToken, email],
  );
  const [session] = rows;
  if (!session) throw new Error(`There is no user ${email}`);
  const token = await tokens.issue({ identityId: session.identityId, sessionId: session.id });
  return { cookie: signedCookie(sessionToken), token };
};
