import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/registration.ts';
import type { Database } from '../../database/client.ts';
import { admin, anyone } from '../../http/access.ts';
import { notFound } from '../../http/api-error.ts';
import { route } from '../../http/route.ts';
import { sendList } from '../../http/send-list.ts';
import { INVITATION_COOKIE } from '../../identity/check-registration.ts';
import { findInvitation } from './create-registration-check.ts';
import { createInvitationToken, invitationPath } from './invitation-token.ts';
import { type InvitationRow, listInvitations } from './invitations.repository.ts';
import { createInvitationLink, inviteByEmail, revokeInvitation } from './invite.ts';

/** The lifetime of the cookie of an opened invitation, in seconds. */
const OPENED = 60 * 60;

interface InvitationOptions {
  db: Database;
  /** The site's secret, which signs the links. */
  secret: string;
  /** The public URL of the site, without a trailing slash. */
  baseUrl: string;
  sendsEmail: boolean;
}

/** Registers the calls with which admins invite, and the one that opens an invitation. */
export const registerInvitationRoutes = (
  app: FastifyInstance,
  { db, secret, baseUrl, sendsEmail }: InvitationOptions,
): void => {
  const present = (row: InvitationRow): calls.Invitation => ({
    _id: row.id,
    ...(row.email !== null && { email: row.email }),
    uses: row.uses,
    maxUses: row.maxUses,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    link: baseUrl + invitationPath(secret, row.id),
  });

  route(app, calls.listInvitations, admin, async ({ query, reply }) =>
    sendList(reply, calls.invitationSchema, present, listInvitations(db, query), query),
  );

  route(app, calls.inviteByEmail, admin, async ({ caller, body }) =>
    inviteByEmail(db, caller.id, { ...body, sendsEmail }),
  );

  route(app, calls.createInvitationLink, admin, async ({ caller, body }) =>
    present(await createInvitationLink(db, caller.id, body)),
  );

  route(app, calls.deleteInvitation, admin, async ({ caller, params }) => {
    const deletedCount = await revokeInvitation(db, caller.id, params.id);
    if (deletedCount === 0) throw notFound('The invitation');
    return { deletedCount };
  });

  route(app, calls.openInvitation, anyone, async ({ body, reply }) => {
    const { id, email } = await findInvitation({ db, secret }, body.token);
    const secure = baseUrl.startsWith('https:') ? '; Secure' : '';
    reply.header(
      'set-cookie',
      `${INVITATION_COOKIE}=${createInvitationToken(secret, id)}; Path=/api/auth; Max-Age=${OPENED}; HttpOnly; SameSite=Lax${secure}`,
    );
    return { ...(email !== null && { email }) };
  });
};
