import type { Database } from '../../database/client.ts';
import { keyedId } from '../../http/keyed-id.ts';
import { addAuditEntry } from '../audit/audit.repository.ts';
import { deleteEmailsAbout, insertEmail } from '../notifications/outbox.repository.ts';
import {
  deleteInvitation,
  deleteReplaced,
  findInvitationById,
  findRegistered,
  insertInvitations,
  type InvitationRow,
} from './invitations.repository.ts';

interface EmailInvitations {
  /** In lower case. */
  emails: string[];
  days: number;
  /** Identifies the call, so that a repeat invites nobody again. */
  key?: string;
  /** Whether the site can send email. Otherwise the admin passes the links on. */
  sendsEmail: boolean;
}

const people = (count: number): string => (count === 1 ? 'one person' : `${count} people`);

/**
 * Invites addresses, each by an email with its own link, and records this in the audit trail, without the addresses. An
 * unused invitation of the same address is replaced by a new one.
 * @returns the number of invited addresses, and the addresses that already have an account
 */
export const inviteByEmail = (
  db: Database,
  adminId: string,
  { emails, days, key, sendsEmail }: EmailInvitations,
): Promise<{ invited: number; registered: string[] }> =>
  db.transaction(async (trx) => {
    const registered = await findRegistered(trx, emails);
    const invited = [...new Set(emails)].filter((email) => !registered.includes(email));
    const rows = await insertInvitations(
      trx,
      invited.map((email) => {
        const id = keyedId(key, ['email invitation', adminId, email, days]);
        return { id, email, maxUses: 1, days };
      }),
    );
    await deleteEmailsAbout(trx, await deleteReplaced(trx, rows));
    for (const { id, email, expiresAt } of rows) {
      const data = { invitationId: id, until: expiresAt.toISOString() };
      if (sendsEmail) await insertEmail(trx, 'invitation', email!, { data, subject: id });
    }
    const [first] = rows;
    if (first)
      await addAuditEntry(trx, {
        actorId: adminId,
        action: 'invitations sent',
        subjectType: 'invitation',
        subjectId: first.id,
        subjectName: `Invitation of ${people(rows.length)}`,
      });
    return { invited: invited.length, registered };
  });

/** Creates a link with which a limited number of accounts can be created, and records it in the audit trail. */
export const createInvitationLink = (
  db: Database,
  adminId: string,
  { maxUses, days, key }: { maxUses: number; days: number; key?: string },
): Promise<InvitationRow> =>
  db.transaction(async (trx) => {
    const id = keyedId(key, ['invitation link', adminId, maxUses, days]);
    const [row] = await insertInvitations(trx, [{ id, email: null, maxUses, days }]);
    if (!row) return (await findInvitationById(trx, id))!;
    await addAuditEntry(trx, {
      actorId: adminId,
      action: 'invitation link created',
      subjectType: 'invitation',
      subjectId: id,
      subjectName: `Link for ${people(maxUses)}`,
    });
    return row;
  });

/** Revokes an invitation, and cancels its email if it was not sent yet. @returns how many were revoked: one or none */
export const revokeInvitation = (db: Database, adminId: string, id: string): Promise<number> =>
  db.transaction(async (trx) => {
    const deleted = await deleteInvitation(trx, id);
    if (deleted === 0) return 0;
    await deleteEmailsAbout(trx, [id]);
    await addAuditEntry(trx, {
      actorId: adminId,
      action: 'invitation revoked',
      subjectType: 'invitation',
      subjectId: id,
      subjectName: 'Invitation',
    });
    return deleted;
  });
