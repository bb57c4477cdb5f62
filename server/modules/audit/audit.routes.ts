import type { FastifyInstance } from 'fastify';
import { type AuditEntry, exportAuditEntries, listAuditEntries } from '#contract/audit.ts';
import type { Database } from '../../database/client.ts';
import { admin } from '../../http/access.ts';
import { sendCsv } from '../../http/csv.ts';
import { sendPage } from '../../http/page.ts';
import { route } from '../../http/route.ts';
import * as repository from './audit.repository.ts';

const present = (row: repository.AuditRow): AuditEntry => ({
  _id: row.id,
  date: row.happenedAt.toISOString(),
  actor: row.actor,
  action: row.action,
  subject: row.subjectName,
  subjectId: row.subjectId,
  ...(row.details.reason && { reason: row.details.reason }),
});

const CSV_COLUMNS = ['date', 'actor', 'actor email', 'action', 'subject', 'subject id', 'reason'] as const;

async function* csvRows(db: Database) {
  for await (const row of repository.eachAuditEntry(db)) {
    const { date, actor, action, subject, subjectId, reason } = present(row);
    yield {
      date,
      actor: actor.name,
      'actor email': actor.email,
      action,
      subject,
      'subject id': subjectId,
      reason: reason ?? null,
    };
  }
}

export const registerAuditRoutes = (app: FastifyInstance, db: Database): void => {
  route(app, listAuditEntries, admin, async ({ query, reply }) =>
    sendPage(reply, await repository.listAuditEntries(db, query)).map(present),
  );

  route(app, exportAuditEntries, admin, async ({ reply }) =>
    sendCsv(reply, 'audit-trail.csv', csvRows(db), CSV_COLUMNS),
  );
};
