import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/email-preferences.ts';
import { ACCESS_PAGES } from '#contract/pages.ts';
import type { Database } from '../../database/client.ts';
import { anyone, signedIn } from '../../http/access.ts';
import { ApiError } from '../../http/api-error.ts';
import { route } from '../../http/route.ts';
import { readSignedId } from '../../secrets/signed-id.ts';
import { findMuted, setMuted } from './notifications.repository.ts';

interface PreferencesContext {
  db: Database;
  /** Signs the tokens of the links in emails. */
  key: string;
}

/** Registers the calls with which users set their email preferences, signed in or through the link of an email. */
export const registerPreferencesRoutes = (app: FastifyInstance, { db, key }: PreferencesContext): void => {
  /** @throws ApiError `link_invalid` */
  const userOf = (token: string): string => {
    const userId = readSignedId(key, token);
    if (!userId) throw new ApiError('link_invalid', 'This link is incomplete. Please copy the whole link.');
    return userId;
  };

  route(app, calls.getEmailPreferences, signedIn, async ({ caller }) => ({
    muted: await findMuted(db, caller.id),
  }));

  route(app, calls.setEmailPreferences, signedIn, async ({ caller, body }) => {
    await setMuted(db, caller.id, body);
    return { modifiedCount: 1 };
  });

  route(app, calls.getPreferencesByLink, anyone, async ({ query }) => ({
    muted: await findMuted(db, userOf(query.token)),
  }));

  route(app, calls.setPreferencesByLink, anyone, async ({ query, body }) => {
    await setMuted(db, userOf(query.token), body);
    return { modifiedCount: 1 };
  });

  // For email programs without the one-click request, which open the address in a browser. Opening it changes nothing,
  // because programs that check links for viruses open it as well.
  app.get<{ Querystring: { token?: string } }>(
    calls.unsubscribe.path,
    { schema: { hide: true }, config: { access: 'anyone' } },
    async ({ query: { token = '' } }, reply) => {
      const query = new URLSearchParams({ token });
      return reply.redirect(`${ACCESS_PAGES.emailPreferences}?${query.toString()}`, 303);
    },
  );

  app.register(async (scope) => {
    // The two types of RFC 8058. The body is ignored, because the address already has all the information.
    const types = ['multipart/form-data', 'application/x-www-form-urlencoded'];
    scope.addContentTypeParser(types, (_request, payload, done) => {
      payload.resume().once('end', () => done(null, undefined));
    });
    route(scope, calls.unsubscribe, anyone, async ({ query }) => {
      await setMuted(db, userOf(query.token), { muted: [query.topic], seen: [] });
      return { modifiedCount: 1 };
    });
  });
};
