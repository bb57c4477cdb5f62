import type { FastifyInstance } from 'fastify';
import { readRegistration, updateRegistration } from '#contract/registration.ts';
import * as calls from '#contract/site-settings.ts';
import type { Database } from '../../database/client.ts';
import { TOPICS } from '../../database/topics.ts';
import { admin, anyone } from '../../http/access.ts';
import { cacheUntilChanged } from '../../http/response-cache/serve-cached.ts';
import { route } from '../../http/route.ts';
import { presentSettings } from './site-settings.presenter.ts';
import { findRegistration, findSettings } from './site-settings.repository.ts';
import { updateSettings } from './update-settings.ts';

export const registerSiteSettingsRoutes = (app: FastifyInstance, db: Database): void => {
  route(app, calls.readSiteSettings, admin, async () => presentSettings(await findSettings(db)));

  route(app, calls.updateSiteSettings, admin, async ({ caller, body }) =>
    presentSettings(
      await updateSettings(db, caller.id, {
        changed: { ...(body.brand && { brand: body.brand }), ...(body.seller && { seller: body.seller }) },
        version: body.version,
        action: 'site settings changed',
      }),
    ),
  );

  route(app, readRegistration, anyone, async ({ reply }) => {
    cacheUntilChanged(reply, [TOPICS.site]);
    return { mode: await findRegistration(db) };
  });

  route(app, updateRegistration, admin, async ({ caller, body }) =>
    presentSettings(
      await updateSettings(db, caller.id, {
        changed: { registration: body.mode },
        version: body.version,
        action: 'registration changed',
      }),
    ),
  );
};
