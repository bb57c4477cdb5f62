import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/reports.ts';
import type { Database } from '../../database/client.ts';
import { DELETED_USER } from '../../database/shown-user.ts';
import { admin } from '../../http/access.ts';
import { route } from '../../http/route.ts';
import { sendList } from '../../http/send-list.ts';
import { dismissReports } from './dismiss-reports.ts';
import { listReported, type ReportedRow } from './reports.repository.ts';

const presentLesson = ({ id, lessonId, lesson, questionId }: ReportedRow): Pick<calls.Reported, 'lesson'> =>
  lessonId === null || lesson === null
    ? {}
    : { lesson: { _id: lessonId, title: lesson, questionId: questionId ?? id } };

const present = (row: ReportedRow): calls.Reported => ({
  _id: row.id,
  kind: row.kind,
  ...(row.classId !== null && { classId: row.classId }),
  ...(row.title !== null && { title: row.title }),
  ...presentLesson(row),
  ...(row.rating !== null && { rating: row.rating }),
  text: row.text,
  ...(row.reply !== null && { reply: row.reply }),
  user: row.user ?? { name: DELETED_USER, email: '', image: '' },
  date: row.date.toISOString(),
  changedAt: row.changedAt.toISOString(),
  reports: row.reports,
  reasons: row.reasons,
  ...(row.hiddenReason !== null && { hiddenReason: row.hiddenReason }),
});

/** Registers the calls with which admins decide on what users have reported. */
export const registerReportRoutes = (app: FastifyInstance, db: Database): void => {
  route(app, calls.listReported, admin, ({ query, reply }) =>
    sendList(reply, calls.reportedSchema, present, listReported(db, query), query),
  );

  route(app, calls.dismissReports, admin, async ({ caller, params, body }) => ({
    modifiedCount: await dismissReports(db, caller, params.id, body.changedAt),
  }));
};
