import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/site-pages.ts';
import type { Database } from '../../database/client.ts';
import { TOPICS } from '../../database/topics.ts';
import { admin, anyone } from '../../http/access.ts';
import { notFound } from '../../http/api-error.ts';
import { cacheUntilChanged } from '../../http/response-cache/serve-cached.ts';
import { route } from '../../http/route.ts';
import { changePage } from './change-page.ts';
import { presentPage } from './site-pages.presenter.ts';
import { findChangedPages, findPublishedPage, UNTOUCHED } from './site-pages.repository.ts';

/** Registers the call that reads a published page, and those with which admins edit pages. */
export const registerSitePageRoutes = (app: FastifyInstance, db: Database): void => {
  route(app, calls.getSitePage, anyone, async ({ params, reply }) => {
    const content = await findPublishedPage(db, params.name);
    if (!content) throw notFound('The page');
    cacheUntilChanged(reply, [TOPICS.site]);
    return content;
  });

  route(app, calls.listEditedPages, admin, async () => {
    const changed = await findChangedPages(db);
    return { pages: calls.SITE_PAGES.map((name) => presentPage(name, changed.get(name) ?? UNTOUCHED)) };
  });

  route(app, calls.writePage, admin, async ({ caller, params, body: { content, publish, version } }) =>
    changePage(db, caller.id, {
      ...params,
      version,
      change: { type: publish ? 'publish' : 'save', content },
    }),
  );

  route(app, calls.discardPageDraft, admin, async ({ caller, params, query }) =>
    changePage(db, caller.id, { ...params, ...query, change: { type: 'discard' } }),
  );

  route(app, calls.withdrawPage, admin, async ({ caller, params, query }) =>
    changePage(db, caller.id, { ...params, ...query, change: { type: 'withdraw' } }),
  );
};
