import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/undelivered.ts';
import type { Database } from '../../database/client.ts';
import { admin } from '../../http/access.ts';
import { notFound } from '../../http/api-error.ts';
import { route } from '../../http/route.ts';
import { sendList } from '../../http/send-list.ts';
import { dismissUndelivered } from './dismiss-undelivered.ts';
import { describeNotification } from './notification-texts.ts';
import { listUndelivered, retryUndelivered, type UndeliveredRow } from './undelivered.repository.ts';

interface UndeliveredContext {
  db: Database;
  /** Finds the address that receives the messages of the contact form, if there is one. */
  findContactEmail: () => Promise<string | undefined>;
}

const present = ({ id, kind, data, createdAt, ...row }: UndeliveredRow): calls.UndeliveredEmail => ({
  _id: id,
  kind,
  subject: describeNotification(kind, data).title,
  createdAt: createdAt.toISOString(),
  ...row,
});

/** Registers the calls with which admins list, retry and dismiss undeliverable emails. */
export const registerUndeliveredRoutes = (
  app: FastifyInstance,
  { db, findContactEmail }: UndeliveredContext,
): void => {
  route(app, calls.listUndeliveredEmails, admin, async ({ query, reply }) => {
    const emails = listUndelivered(db, query, await findContactEmail());
    return sendList(reply, calls.undeliveredEmailSchema, present, emails, query);
  });

  route(app, calls.retryEmail, admin, async ({ params }) => {
    if (!(await retryUndelivered(db, [params.id]))) throw notFound('The email');
    return { modifiedCount: 1 };
  });

  route(app, calls.dismissEmail, admin, async ({ caller, params }) => {
    if (!(await dismissUndelivered(db, caller.id, [params.id]))) throw notFound('The email');
    return { modifiedCount: 1 };
  });

  route(app, calls.retryEmails, admin, async ({ body }) => ({
    modifiedCount: await retryUndelivered(db, body.ids),
  }));

  route(app, calls.dismissEmails, admin, async ({ caller, body }) => ({
    modifiedCount: await dismissUndelivered(db, caller.id, body.ids),
  }));
};
