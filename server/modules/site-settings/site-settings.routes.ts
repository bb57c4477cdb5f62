import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/site-settings.ts';
import type { Database } from '../../database/client.ts';
import { admin } from '../../http/access.ts';
import { route } from '../../http/route.ts';
import { findSettings, type StoredSettings } from './site-settings.repository.ts';
import { updateSettings } from './update-settings.ts';

const present = ({ updatedAt, ...settings }: StoredSettings) => ({
  ...settings,
  updatedAt: updatedAt?.toISOString() ?? null,
});

export const registerSiteSettingsRoutes = (app: FastifyInstance, db: Database): void => {
  route(app, calls.readSiteSettings, admin, async () => present(await findSettings(db)));

  route(app, calls.updateSiteSettings, admin, async ({ caller, body }) =>
    present(await updateSettings(db, caller.id, body)),
  );
};
