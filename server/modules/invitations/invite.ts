import type { Database } from '../../database/client.ts';
import { addAuditEntry } from '../audit/audit.repository.ts';
import { deleteEmailsAbout, insertEmail } from '../notifications/outbox.repository.ts';
import {
  deleteInvitation,
  deleteUnused,
  findRegistered,
  insertInvitations,
  type InvitationRow,
} from './invitations.repository.ts';

interface EmailInvitations {
  /** In lower case. */
  emails: string[];
  days: number;
  /** Whether the site can send email. Otherwise the admin passes the links on. */
  sendsEmail: boolean;
}

const people = (count: number): string => (count === 1 ? 'one person' : `${count} people`);

/**
 * Invites addresses, each by an email with its own link, and records this in the audit trail, without the addresses. An
 * unused invitation of the same address is replaced.
 * @returns the number of invited addresses, and the addresses that already have an account
 */
export const inviteByEmail = (
  db: Database,
  adminId: string,
  { emails, days, sendsEmail }: EmailInvitations,
): Promise<{ invited: number; registered: string[] }> =>
  db.transaction(async (trx) => {
    const registered = await findRegistered(trx, emails);
    const invited = [...new Set(emails)].filter((email) => !registered.includes(email));
    await deleteEmailsAbout(trx, await deleteUnused(trx, invited));
    const rows = await insertInvitations(
      trx,
      invited.map((email) => ({ email, maxUses: 1, days })),
    );
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
    return { invited: rows.length, registered };
  });

/** Creates a link with which a limited number of accounts can be created, and records it in the audit trail. */
export const createInvitationLink = (
  db: Database,
  adminId: string,
  { maxUses, days }: { maxUses: number; days: number },
): Promise<InvitationRow> =>
  db.transaction(async (trx) => {
    const [row] = await insertInvitations(trx, [{ email: null, maxUses, days }]);
    await addAuditEntry(trx, {
      actorId: adminId,
      action: 'invitation link created',
      subjectType: 'invitation',
      subjectId: row!.id,
      subjectName: `Link for ${people(maxUses)}`,
    });
    return row!;
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
