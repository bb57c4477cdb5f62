import { eq, sql } from 'drizzle-orm';
import type { Queryable } from '../../../database/client.ts';
import {
  auditTrail,
  emailPreferences,
  files,
  identityAccounts,
  identitySessions,
  invitations,
  notifications,
  pictures,
} from '../../../database/schema.ts';
import type { CurrentUser } from '../../../http/access.ts';
import { isToUser } from '../../invitations/invitations.repository.ts';
import { isReadableBy } from '../../notifications/notifications.repository.ts';
import { newestFirstIn } from './newest-first.ts';

/** The part of the personal data export about the account itself: sign-in, messages, uploads and actions. */
export const listAccountData = (db: Queryable, { id, identityId, email }: CurrentUser) => {
  const newestFirst = newestFirstIn(db);
  return {
    signIns: newestFirst(
      identityAccounts,
      identityAccounts.createdAt,
      eq(identityAccounts.userId, identityId),
      () =>
        db
          .select({
            id: identityAccounts.id,
            provider: identityAccounts.providerId,
            since: identityAccounts.createdAt,
          })
          .from(identityAccounts)
          .$dynamic(),
    ),
    sessions: newestFirst(
      identitySessions,
      identitySessions.createdAt,
      eq(identitySessions.userId, identityId),
      () =>
        db
          .select({
            id: identitySessions.id,
            since: identitySessions.createdAt,
            until: identitySessions.expiresAt,
            address: identitySessions.ipAddress,
            browser: identitySessions.userAgent,
          })
          .from(identitySessions)
          .$dynamic(),
    ),
    invitations: newestFirst(invitations, invitations.createdAt, isToUser(db, { email, identityId }), () =>
      db
        .select({
          id: invitations.id,
          email: invitations.email,
          at: invitations.createdAt,
          until: invitations.expiresAt,
          used: sql<boolean>`${invitations.uses} > 0`,
        })
        .from(invitations)
        .$dynamic(),
    ),
    notifications: newestFirst(notifications, notifications.createdAt, isReadableBy(id), () =>
      db.select().from(notifications).$dynamic(),
    ),
    emailPreferences: newestFirst(emailPreferences, emailPreferences.id, eq(emailPreferences.id, id), () =>
      db.select({ id: emailPreferences.id, muted: emailPreferences.muted }).from(emailPreferences).$dynamic(),
    ),
    pictures: newestFirst(pictures, pictures.createdAt, eq(pictures.userId, id), () =>
      db
        .select({ id: pictures.id, address: pictures.address, at: pictures.createdAt })
        .from(pictures)
        .$dynamic(),
    ),
    files: newestFirst(files, files.createdAt, eq(files.userId, id), () =>
      db
        .select({ id: files.id, name: files.name, type: files.type, bytes: files.bytes, at: files.createdAt })
        .from(files)
        .$dynamic(),
    ),
    auditTrail: newestFirst(auditTrail, auditTrail.happenedAt, eq(auditTrail.actorId, id), () =>
      db.select().from(auditTrail).$dynamic(),
    ),
  };
};
