import { idSchema } from '#contract/common.ts';
import { INVITATION_PAGE } from '#contract/pages.ts';
import { deriveKey } from '../../secret.ts';
import { createSignedId, readSignedId } from '../../signed-id.ts';

const keyOf = (secret: string): string => deriveKey(secret, 'invitations');

/** The token of an invitation: its id, signed. The database has nothing from which it could be made. */
export const createInvitationToken = (secret: string, id: string): string =>
  createSignedId(keyOf(secret), id);

/** @returns the invitation's id, or undefined for a token that this site has not signed */
export const readInvitationToken = (secret: string, token: string): string | undefined =>
  idSchema.safeParse(readSignedId(keyOf(secret), token)).data;

/** The path of the screen on which somebody registers with an invitation. */
export const invitationPath = (secret: string, id: string): string =>
  `${INVITATION_PAGE}?token=${createInvitationToken(secret, id)}`;
