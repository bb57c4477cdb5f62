import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/moderated-feedback.ts';
import type { Database } from '../../database/client.ts';
import { admin } from '../../http/access.ts';
import { sendCsv } from '../../http/csv.ts';
import { route } from '../../http/route.ts';
import { sendList } from '../../http/send-list.ts';
import { listModeratedFeedback, type ModeratedRow } from './moderation.repository.ts';
import { presentReply } from './replies.repository.ts';

const present = ({
  id,
  date,
  changedAt,
  hiddenReason,
  reply,
  ...row
}: ModeratedRow): calls.ModeratedFeedback => ({
  _id: id,
  ...row,
  date: date.toISOString(),
  changedAt: changedAt.toISOString(),
  ...presentReply(reply),
  ...(hiddenReason !== null && { hiddenReason }),
});

const CSV_COLUMNS = [
  'date',
  'name',
  'email',
  'class',
  'rating',
  'feedback',
  'state',
  'reason',
  'reply',
] as const;

const toCells = ({ date, user, title, rating, feedback, hiddenReason, reply }: ModeratedRow) => ({
  date: date.toISOString(),
  name: user.name,
  email: user.email,
  class: title,
  rating,
  feedback,
  state: hiddenReason === null ? 'public' : 'hidden',
  reason: hiddenReason,
  reply: reply.text,
});

/** Registers the calls with which admins read all feedback, to moderate it. */
export const registerFeedbackModerationRoutes = (app: FastifyInstance, db: Database): void => {
  route(app, calls.listModeratedFeedback, admin, async ({ query, reply }) =>
    sendList(reply, calls.moderatedFeedbackSchema, present, listModeratedFeedback(db, query), query),
  );

  route(app, calls.exportFeedback, admin, async ({ reply }) =>
    sendCsv(reply, 'feedback.csv', listModeratedFeedback(db, {}), CSV_COLUMNS, toCells),
  );
};
