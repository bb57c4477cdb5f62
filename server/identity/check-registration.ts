import { APIError } from 'better-auth/api';
import type { Queryable } from '../database/client.ts';

/** Whether an account may be created: the invitation, if one is needed, or the error. */
export type RegistrationDecision =
  { invitationId?: string; code?: undefined } | { code: string; message: string };

/**
 * Decides whether an account may be created for an address. `invitation` is the token of an opened invitation, `within`
 * the transaction that creates the account, if it has begun.
 */
export type CheckRegistration = (
  attempt: { email: string; invitation?: string },
  within?: Queryable,
) => Promise<RegistrationDecision>;

/** The cookie with the token of an invitation that was opened in this browser. */
export const INVITATION_COOKIE = 'invitation';

/** A request's cookies, as the library hands them to its hooks. */
interface CookieSource {
  getCookie: (name: string) => string | null | undefined;
}

/**
 * Applies the site's rule to the creation of an account.
 * @returns the invitation that it uses, if any
 * @throws APIError with the code of the refusal
 */
export const requireRegistrationAllowed = async (
  checkRegistration: CheckRegistration,
  email: string,
  cookies: CookieSource | null | undefined,
  within?: Queryable,
): Promise<string | undefined> => {
  const invitation = cookies?.getCookie(INVITATION_COOKIE) ?? undefined;
  const decision = await checkRegistration({ email, invitation }, within);
  if (decision.code === undefined) return decision.invitationId;
  throw new APIError('FORBIDDEN', { code: decision.code, message: decision.message });
};
