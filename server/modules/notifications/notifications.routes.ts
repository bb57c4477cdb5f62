import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/notifications.ts';
import type { Database } from '../../database/client.ts';
import { signedIn } from '../../http/access.ts';
import { route } from '../../http/route.ts';
import { sendList } from '../../http/send-list.ts';
import { describeNotification } from './notification-texts.ts';
import * as repository from './notifications.repository.ts';

const present = ({ id, kind, data, createdAt, readAt }: repository.NotificationRow): calls.Notification => {
  const { title, paragraphs, quote, action, deadline } = describeNotification(kind, data);
  return {
    _id: id,
    kind,
    title,
    text: paragraphs[0] ?? '',
    ...(quote && { quote }),
    path: action?.path ?? '/dashboard',
    ...(deadline && { deadline: deadline.toISOString() }),
    createdAt: createdAt.toISOString(),
    read: readAt !== null,
  };
};

/** Registers the calls of the bell, which lists a user's notifications. The event stream is registered separately. */
export const registerNotificationRoutes = (app: FastifyInstance, db: Database): void => {
  route(app, calls.listNotifications, signedIn, async ({ caller, query, reply }) =>
    sendList(
      reply,
      calls.notificationSchema,
      present,
      repository.listNotifications(db, caller.id, query),
      query,
    ),
  );

  route(app, calls.countUnreadNotifications, signedIn, async ({ caller }) => ({
    count: await repository.countUnread(db, caller.id),
  }));

  route(app, calls.markNotificationsRead, signedIn, async ({ caller, body }) => ({
    modifiedCount: await repository.markRead(db, caller.id, body.ids ?? undefined),
  }));
};
