import type { Queryable } from '../../database/client.ts';
import { ApiError } from '../../http/api-error.ts';
import type { RegistrationDecision, CheckRegistration } from '../../identity/check-registration.ts';
import { findRegistrationMode } from '../site-settings/site-settings.repository.ts';
import { readInvitationToken } from './invitation-token.ts';
import { findUsable, type InvitationRow } from './invitations.repository.ts';

interface InvitationContext {
  db: Queryable;
  /** The site's secret, which signs the tokens. */
  secret: string;
}

const REFUSED = {
  closed: { code: 'REGISTRATION_CLOSED', message: 'Registration is closed at the moment' },
  uninvited: { code: 'INVITATION_NEEDED', message: 'You need an invitation to create an account here' },
  invalid: {
    code: 'INVITATION_INVALID',
    message: 'This invitation has expired, been revoked or already been used',
  },
  other: { code: 'INVITATION_FOR_OTHER', message: 'This invitation is for another email address' },
} as const satisfies Record<string, RegistrationDecision>;

const findByToken = async (
  { db, secret }: InvitationContext,
  token: string,
): Promise<InvitationRow | undefined> => {
  const id = readInvitationToken(secret, token);
  return id === undefined ? undefined : findUsable(db, id);
};

/**
 * The invitation of a token.
 * @throws ApiError `link_invalid` if it was revoked, has expired or has been used up, or nobody can register now
 */
export const findInvitation = async (context: InvitationContext, token: string): Promise<InvitationRow> => {
  if ((await findRegistrationMode(context.db)) === 'closed')
    throw new ApiError('link_invalid', REFUSED.closed.message);
  const invitation = await findByToken(context, token);
  if (!invitation) throw new ApiError('link_invalid', REFUSED.invalid.message);
  return invitation;
};

/**
 * Creates the function that decides who may create an account, by the registration mode of the site. The database
 * counts the use of an invitation.
 */
export const createRegistrationCheck =
  ({ db, secret }: InvitationContext): CheckRegistration =>
  async ({ email, invitation }, within = db) => {
    const mode = await findRegistrationMode(within);
    if (mode === 'open') return {};
    if (mode === 'closed') return REFUSED.closed;
    if (!invitation) return REFUSED.uninvited;
    const found = await findByToken({ db: within, secret }, invitation);
    if (!found) return REFUSED.invalid;
    if (found.email !== null && found.email !== email.toLowerCase()) return REFUSED.other;
    return { invitationId: found.id };
  };
