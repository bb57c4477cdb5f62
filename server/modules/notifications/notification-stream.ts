import { PassThrough } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { NOTIFICATION_STREAM } from '#contract/notifications.ts';
import { signedIn } from '../../http/access.ts';
import { BusyError } from '../../http/api-error.ts';
import type { NotificationHub } from './notification-hub.ts';

/** Streams at a time on one server, and of one user. A browser without one asks every minute instead. */
const STREAMS = { all: 2_000, perUser: 6 };
/** Milliseconds between two lines that keep proxies from closing the connection. */
const HEARTBEAT = 25_000;
/** Seconds after which a stream ends: by then the access token is renewed, and an account may have ended. */
const LIFETIME = 600;
const querySchema = z.object({ seconds: z.coerce.number().int().min(0).max(LIFETIME).default(LIFETIME) });
/** Seconds. */
const RETRY_AFTER = 60;

/**
 * Registers the stream of server-sent events that says when the caller's notifications have changed. It carries no
 * content: what has changed is read by the calls that check access.
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
      // No call of the contract: its answer is a stream of server-sent events, `change` when notifications change.
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
      // A reader who is away gets one event for all that happened meanwhile.
      const send = (line: string) => stream.writableLength === 0 && stream.write(line);
      const stopListening = hub.listen(id, () => send('event: change\ndata:\n\n'));
      const heartbeat = setInterval(() => send(':\n\n'), HEARTBEAT);
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
