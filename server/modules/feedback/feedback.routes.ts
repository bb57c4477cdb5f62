import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/feedback.ts';
import type { Database } from '../../database/client.ts';
import { anyone, signedIn } from '../../http/access.ts';
import { sendPage } from '../../http/page.ts';
import { route } from '../../http/route.ts';
import { requireEnrollment } from '../enrollments/require-enrollment.ts';
import * as repository from './feedback.repository.ts';

const present = ({ id, ...row }: repository.FeedbackRow): calls.Feedback => ({ _id: id, ...row });

export const registerFeedbackRoutes = (app: FastifyInstance, db: Database): void => {
  route(app, calls.listFeedback, anyone, async ({ query, reply }) =>
    sendPage(reply, await repository.listFeedback(db, query)).map(present),
  );

  route(app, calls.getRatingSummary, anyone, async ({ query }) =>
    repository.summarizeRatings(db, query.classId),
  );

  route(app, calls.getOwnFeedback, signedIn, async ({ caller, query }) => {
    const row = await repository.findFeedbackOf(db, caller.id, query.classId);
    return { feedback: row ? present(row) : null };
  });

  route(app, calls.giveFeedback, signedIn, async ({ caller, body }) => {
    await requireEnrollment(db, caller, body.classId);
    return { insertedId: await repository.upsertFeedback(db, caller.id, body) };
  });
};
