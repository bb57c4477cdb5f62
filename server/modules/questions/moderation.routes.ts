import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/questions.ts';
import type { Database } from '../../database/client.ts';
import { posts } from '../../database/schema.ts';
import { admin, type CurrentUser } from '../../http/access.ts';
import { route } from '../../http/route.ts';
import { sendList } from '../../http/send-list.ts';
import { moderate } from '../moderation/moderate.ts';
import { DELETED_USER } from '../users/users.repository.ts';
import { findModeratedPost, listModeratedPosts, type ModeratedPostRow } from './moderation.repository.ts';

const kindOf = ({ questionId }: Pick<ModeratedPostRow, 'questionId'>) =>
  questionId === null ? 'question' : 'answer';

const present = ({ id, date, user, hiddenReason, ...row }: ModeratedPostRow): calls.ModeratedPost => ({
  _id: id,
  ...row,
  kind: kindOf(row),
  questionId: row.questionId ?? id,
  user: user ?? { name: DELETED_USER, email: '', image: '' },
  date: date.toISOString(),
  ...(hiddenReason !== null && { hiddenReason }),
});

/** Registers the calls with which admins moderate questions and answers. */
export const registerPostModerationRoutes = (app: FastifyInstance, db: Database): void => {
  const setHidden = async (caller: CurrentUser, id: string, reason?: string) => {
    const find = async (trx: Parameters<typeof findModeratedPost>[0]) => {
      const found = await findModeratedPost(trx, id);
      if (!found) return undefined;
      return {
        type: kindOf(found),
        name: `${found.user?.name ?? DELETED_USER} on "${found.title}"`,
      } as const;
    };
    return { modifiedCount: await moderate(db, caller, { table: posts, find }, id, reason) };
  };

  route(app, calls.listModeratedPosts, admin, ({ query, reply }) =>
    sendList(reply, calls.moderatedPostSchema, present, listModeratedPosts(db, query), query),
  );

  route(app, calls.hidePost, admin, ({ caller, params, body }) => setHidden(caller, params.id, body.reason));

  route(app, calls.showPost, admin, ({ caller, params }) => setHidden(caller, params.id));
};
