import { createHmac, timingSafeEqual } from 'node:crypto';
import { idSchema } from '#contract/common.ts';
import { INVITATION_PAGE } from '#contract/pages.ts';
import { deriveKey } from '../../secret.ts';

const sign = (secret: string, id: string): string =>
  createHmac('sha256', deriveKey(secret, 'invitations')).update(id).digest('base64url');

/** The token of an invitation: its id, signed. The database has nothing from which it could be made. */
const createInvitationToken = (secret: string, id: string): string => `${id}.${sign(secret, id)}`;

/** @returns the invitation's id, or undefined for a token that this site has not signed */
export const readInvitationToken = (secret: string, token: string): string | undefined => {
  const [id = '', signature = ''] = token.split('.');
  const [given, expected] = [Buffer.from(signature), Buffer.from(sign(secret, id))];
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  return idSchema.safeParse(id).data;
};

/** The path of the screen on which somebody registers with an invitation. */
export const invitationPath = (secret: string, id: string): string =>
  `${INVITATION_PAGE}?token=${createInvitationToken(secret, id)}`;
