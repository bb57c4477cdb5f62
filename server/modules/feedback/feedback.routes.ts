import type { FastifyInstance } from 'fastify';
import * as responses from '#contract/feedback-responses.ts';
import * as calls from '#contract/feedback.ts';
import * as own from '#contract/own-feedback.ts';
import type { Database } from '../../database/client.ts';
import { classTopic, TOPICS } from '../../database/topics.ts';
import { anyone, signedIn, teacher } from '../../http/access.ts';
import { ApiError, notFound } from '../../http/api-error.ts';
import { cacheUntilChanged } from '../../http/response-cache/serve-cached.ts';
import { route } from '../../http/route.ts';
import { sendList } from '../../http/send-list.ts';
import { readRatings, summarizeRatings } from '../classes/ratings.ts';
import { addReport } from '../moderation/reports.repository.ts';
import * as repository from './feedback.repository.ts';
import { giveFeedback } from './give-feedback.ts';
import { presentReply } from './replies.repository.ts';
import { deleteReply, replyToFeedback } from './reply-to-feedback.ts';

const present = ({ id, updatedAt, reply, ...row }: repository.FeedbackRow): calls.Feedback => ({
  _id: id,
  ...row,
  updatedAt: updatedAt.toISOString(),
  ...presentReply(reply),
});

/** Registers the calls about feedback: reading it, giving it, replying to it as its teacher, and reporting it. */
export const registerFeedbackRoutes = (app: FastifyInstance, db: Database): void => {
  route(app, calls.listFeedback, anyone, async ({ query, reply }) => {
    const { classId } = query;
    cacheUntilChanged(reply, [TOPICS.people, classId ? classTopic(classId) : TOPICS.feedback]);
    return sendList(reply, calls.feedbackSchema, present, repository.listFeedback(db, classId), query);
  });

  route(app, calls.getRatingSummary, anyone, async ({ query: { classId }, reply }) => {
    cacheUntilChanged(reply, [classTopic(classId)]);
    return summarizeRatings(await readRatings(db, classId));
  });

  route(app, own.getOwnFeedback, signedIn, async ({ caller, query }) => {
    const row = await repository.findFeedbackOf(db, caller.id, query.classId);
    if (!row) return { feedback: null };
    const { hiddenReason, ...shown } = row;
    return { feedback: { ...present(shown), ...(hiddenReason !== null && { hiddenReason }) } };
  });

  route(app, own.giveFeedback, signedIn, async ({ caller, body }) => ({
    insertedId: await giveFeedback(db, caller, body),
  }));

  route(app, responses.replyToFeedback, teacher, async ({ caller, params, body }) => ({
    modifiedCount: await replyToFeedback(db, caller, params.id, body),
  }));

  route(app, responses.deleteReply, teacher, async ({ caller, params }) => ({
    deletedCount: await deleteReply(db, caller, params.id),
  }));

  route(app, responses.reportFeedback, signedIn, async ({ caller, params, body }) => {
    const found = await repository.findPublicFeedback(db, params.id);
    if (!found) throw notFound('The feedback');
    if (found.userId === caller.id) throw new ApiError('conflict', 'You cannot report your own feedback');
    const report = { id: params.id, userId: caller.id, reason: body.reason };
    return { modifiedCount: await addReport(db, 'feedback', report) };
  });
};
