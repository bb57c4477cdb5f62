import { idSchema } from '#contract/common.ts';
import { ACCESS_PAGES } from '#contract/pages.ts';
import { deriveTextKey } from '../../secrets/derive-key.ts';
import { createSignedId, readSignedId } from '../../secrets/signed-id.ts';

const keyOf = (secret: string): string => deriveTextKey(secret, 'invitations');

/** Creates the token of an invitation: its id with a signature. It cannot be derived from the database. */
export const createInvitationToken = (secret: string, id: string): string =>
  createSignedId(keyOf(secret), id);

/** Reads a token. @returns the invitation's id, or undefined for a token that this site has not signed */
export const readInvitationToken = (secret: string, token: string): string | undefined =>
  idSchema.safeParse(readSignedId(keyOf(secret), token)).data;

/** The path of the screen for registering with an invitation. */
export const invitationPath = (secret: string, id: string): string =>
  `${ACCESS_PAGES.invitation}?token=${createInvitationToken(secret, id)}`;
