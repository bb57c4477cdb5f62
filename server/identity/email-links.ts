import { createHash, randomBytes } from 'node:crypto';
import { and, eq, gt, inArray, lt } from 'drizzle-orm';
import type { Queryable, Transaction } from '../database/client.ts';
import { type EMAIL_LINK_PURPOSES, identityEmailLinks } from '../database/schema.ts';

/** Milliseconds. */
const LIFETIME = 60 * 60 * 1_000;

export interface EmailLink {
  purpose: (typeof EMAIL_LINK_PURPOSES)[number];
  /** The user's address at the time the link is created. */
  email: string;
  /** The requested new address, if the link is about one. */
  newEmail?: string;
}

const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url');

/** The links that a new link replaces: a user has only one pending address change. */
const REPLACED = {
  confirm: ['confirm'],
  agree: ['agree', 'prove'],
  prove: ['agree', 'prove'],
} satisfies Record<EmailLink['purpose'], EmailLink['purpose'][]>;

/** Creates a link that works once, within an hour. @returns its token, of which only the hash is stored */
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

/** Finds a link by its token, if it is the user's, was created for their current address and has not expired. */
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

/** Deletes a link after it was used. */
export const deleteEmailLink = async (trx: Transaction, token: string): Promise<void> => {
  await trx.delete(identityEmailLinks).where(eq(identityEmailLinks.tokenHash, hashOf(token)));
};
