import type { FastifyInstance } from 'fastify';
import { type AuditEntry, auditEntrySchema, exportAuditEntries, listAuditEntries } from '#contract/audit.ts';
import type { Database } from '../../database/client.ts';
import { admin } from '../../http/access.ts';
import { sendCsv } from '../../http/csv.ts';
import { route } from '../../http/route.ts';
import { sendList } from '../../http/send-list.ts';
import * as repository from './audit.repository.ts';

const COMMAND_LINE = { name: 'Command line', email: '' };

const present = (row: repository.AuditRow): AuditEntry => ({
  _id: row.id,
  date: row.happenedAt.toISOString(),
  actor: row.actorId === null ? COMMAND_LINE : row.actor,
  action: row.action,
  subject: row.subjectName,
  subjectId: row.subjectId,
  ...(row.details.reason && { reason: row.details.reason }),
});

const CSV_COLUMNS = ['date', 'actor', 'actor email', 'action', 'subject', 'subject id', 'reason'] as const;

const toCells = (row: repository.AuditRow) => {
  const { date, actor, action, subject, subjectId, reason } = present(row);
  return {
    date,
    actor: actor.name,
    'actor email': actor.email,
    action,
    subject,
    'subject id': subjectId,
    reason: reason ?? null,
  };
};

/** Registers the calls with which admins read the audit trail: as a list, and as a CSV file. */
export const registerAuditRoutes = (app: FastifyInstance, db: Database): void => {
  route(app, listAuditEntries, admin, async ({ query, reply }) =>
    sendList(reply, auditEntrySchema, present, repository.listAuditEntries(db, query), query),
  );

  route(app, exportAuditEntries, admin, async ({ reply }) =>
    sendCsv(reply, 'audit-trail.csv', repository.listAuditEntries(db, {}), CSV_COLUMNS, toCells),
  );
};
