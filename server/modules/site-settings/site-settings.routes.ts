import type { FastifyInstance } from 'fastify';
import { getHomeContent } from '#contract/home-content.ts';
import { getRegistration, updateRegistration } from '#contract/registration.ts';
import * as calls from '#contract/site-settings.ts';
import { listSkills } from '#contract/skills.ts';
import type { Database, Transaction } from '../../database/client.ts';
import { TOPICS } from '../../database/topics.ts';
import { admin, anyone } from '../../http/access.ts';
import { cacheUntilChanged } from '../../http/response-cache/serve-cached.ts';
import { route } from '../../http/route.ts';
import { FIXED_USERS } from './default-home.ts';
import { presentHome, presentSettings } from './site-settings.presenter.ts';
import { countUsers, findRegistrationMode, findSettings, findSkills } from './site-settings.repository.ts';
import { updateSettings } from './update-settings.ts';

interface SiteSettingsContext {
  db: Database;
  /**
   * Whether existing payments use the site's currency, which must not change then. It also blocks new payments until
   * the transaction ends.
   */
  isCurrencyInUse: (trx: Transaction) => Promise<boolean>;
}

/**
 * Registers the calls with which admins change the site, and those that tell everyone its home page, skills and
 * registration.
 */
export const registerSiteSettingsRoutes = (app: FastifyInstance, context: SiteSettingsContext): void => {
  const { db } = context;

  route(app, calls.getSiteSettings, admin, async () => presentSettings(await findSettings(db)));

  route(app, calls.updateSiteSettings, admin, async ({ caller, body: { version, ...changed } }) =>
    presentSettings(
      await updateSettings(context, caller.id, {
        changed,
        version,
        action: 'site settings changed',
      }),
    ),
  );

  route(app, getHomeContent, anyone, async ({ reply }) => {
    cacheUntilChanged(reply, [TOPICS.site, TOPICS.users]);
    const { userCount, ...content } = presentHome((await findSettings(db)).home);
    return { ...content, totalUsers: userCount === 'counted' ? await countUsers(db) : FIXED_USERS };
  });

  route(app, listSkills, anyone, async ({ reply }) => {
    cacheUntilChanged(reply, [TOPICS.site]);
    return findSkills(db);
  });

  route(app, getRegistration, anyone, async ({ reply }) => {
    cacheUntilChanged(reply, [TOPICS.site]);
    return { mode: await findRegistrationMode(db) };
  });

  route(app, updateRegistration, admin, async ({ caller, body }) =>
    presentSettings(
      await updateSettings(context, caller.id, {
        changed: { registration: body.mode },
        version: body.version,
        action: 'registration changed',
      }),
    ),
  );
};
