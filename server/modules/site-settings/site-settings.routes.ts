import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/site-settings.ts';
import type { Database } from '../../database/client.ts';
import { admin } from '../../http/access.ts';
import { route } from '../../http/route.ts';
import { presentSettings } from './site-settings.presenter.ts';
import { findSettings } from './site-settings.repository.ts';
import { updateSettings } from './update-settings.ts';

export const registerSiteSettingsRoutes = (app: FastifyInstance, db: Database): void => {
  route(app, calls.readSiteSettings, admin, async () => presentSettings(await findSettings(db)));

  route(app, calls.updateSiteSettings, admin, async ({ caller, body }) =>
    presentSettings(await updateSettings(db, caller.id, body)),
  );
};
