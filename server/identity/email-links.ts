import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt, inArray, lt } from 'drizzle-orm';
import type { Queryable, Transaction } from '../database/client.ts';
import { type EMAIL_LINK_PURPOSES, identityEmailLinks } from '../database/schema.ts';

/** Milliseconds. */
const LIFETIME = 60 * 60 * 1_000;

export interface EmailLink {
  purpose: (typeof EMAIL_LINK_PURPOSES)[number];
  /** The user's address when the link is made. */
  email: string;
  /** The other address that the link is about, if it is about one. */
  newEmail?: string;
}

const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** What a new link takes the place of: one request for another address at a time. */
const REPLACED = {
  confirm: ['confirm'],
  agree: ['agree', 'prove'],
  prove: ['agree', 'prove'],
} satisfies Record<EmailLink['purpose'], EmailLink['purpose'][]>;

/** Makes a link that works for one hour, once, in a session of its user. @returns its token, which is kept nowhere */
export const createEmailLink = async (db: Queryable, userId: string, link: EmailLink): Promise<string> => {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(Date.now() + LIFETIME);
  await db.delete(identityEmailLinks).where(lt(identityEmailLinks.expiresAt, new Date()));
  await db
    .delete(identityEmailLinks)
    .where(
      and(eq(identityEmailLinks.userId, userId), inArray(identityEmailLinks.purpose, REPLACED[link.purpose])),
    );
  const values = { ...link, userId, tokenHash: hashOf(token), expiresAt };
  await db
    .insert(identityEmailLinks)
    .values(values)
    .onConflictDoUpdate({ target: [identityEmailLinks.userId, identityEmailLinks.purpose], set: values });
  return token;
};

/** The link of a token, if it is the user's, was made for the address that they have, and has not ended. */
export const findEmailLink = async (
  trx: Transaction,
  { id, email }: { id: string; email: string },
  token: string,
): Promise<EmailLink | undefined> => {
  const [link] = await trx
    .select()
    .from(identityEmailLinks)
    .where(
      and(
        eq(identityEmailLinks.tokenHash, hashOf(token)),
        eq(identityEmailLinks.userId, id),
        eq(identityEmailLinks.email, email),
        gt(identityEmailLinks.expiresAt, new Date()),
      ),
    )
    .for('update');
  return link && { purpose: link.purpose, email: link.email, newEmail: link.newEmail ?? undefined };
};

/** Ends a link that was followed. */
export const deleteEmailLink = async (trx: Transaction, token: string): Promise<void> => {
  await trx.delete(identityEmailLinks).where(eq(identityEmailLinks.tokenHash, hashOf(token)));
};
