import { PassThrough } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { NOTIFICATION_HEARTBEAT, NOTIFICATION_STREAM } from '#contract/notifications.ts';
import { signedIn } from '../../http/access.ts';
import { BusyError } from '../../http/api-error.ts';
import type { NotificationHub } from './notification-hub.ts';

/**
 * The maximum number of concurrent streams on a server and of a user. A browser without a stream polls every minute
 * instead.
 */
const STREAMS = { all: 2_000, perUser: 6 };
/**
 * The lifetime of a stream, in seconds. By then the access token has to be renewed, and the account may have been
 * deleted.
 */
const LIFETIME = 600;
const querySchema = z.object({ seconds: z.coerce.number().int().min(0).max(LIFETIME).default(LIFETIME) });
/** Seconds. */
const RETRY_AFTER = 60;

/**
 * Registers the stream of server-sent events that signals changes of the caller's notifications. It has no content:
 * clients read the changes with calls that check access.
 */
export const registerNotificationStream = (app: FastifyInstance, hub: NotificationHub): void => {
  const streams = new Set<PassThrough>();
  const byUser = new Map<string, number>();
  app.addHook('preClose', async () => {
    for (const stream of streams) stream.end();
  });

  app.get(
    NOTIFICATION_STREAM,
    {
      config: { access: signedIn.name },
      // It is not in the contract, because its response is a stream of server-sent events: `change` when notifications
      // change.
      schema: { hide: true, querystring: querySchema },
    },
    async (request, reply) => {
      const { seconds } = querySchema.parse(request.query);
      const { id } = await signedIn.authenticate(request, app.callers);
      const open = byUser.get(id) ?? 0;
      if (streams.size >= STREAMS.all || open >= STREAMS.perUser)
        throw new BusyError('Too many event streams are open', RETRY_AFTER);
      const stream = new PassThrough();
      streams.add(stream);
      byUser.set(id, open + 1);
      // A client that is not reading gets a single event for everything that happened in the meantime.
      const send = (line: string) => stream.writableLength === 0 && stream.write(line);
      const stopListening = hub.listen(id, () => send('event: change\ndata:\n\n'));
      const heartbeat = setInterval(() => send(':\n\n'), NOTIFICATION_HEARTBEAT);
      const end = setTimeout(() => stream.end(), seconds * 1_000);
      stream.once('close', () => {
        stopListening();
        clearInterval(heartbeat);
        clearTimeout(end);
        streams.delete(stream);
        const left = byUser.get(id)! - 1;
        if (left > 0) byUser.set(id, left);
        else byUser.delete(id);
      });
      request.raw.once('close', () => stream.destroy());
      stream.write('event: open\ndata:\n\n');
      return reply
        .headers({
          'content-type': 'text/event-stream',
          'x-accel-buffering': 'no',
          'cache-control': 'no-store',
        })
        .send(stream);
    },
  );
};
