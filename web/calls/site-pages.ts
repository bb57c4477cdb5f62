import { queryOptions } from '@tanstack/react-query';
import * as calls from '#contract/site-pages.ts';
import { request } from './client/api-client.ts';

/** The published text of a page. */
export const pageQuery = (name: calls.SitePageName) =>
  queryOptions({
    queryKey: ['page', name],
    queryFn: async () => (await request(calls.getSitePage, { params: { name } })).data,
  });

export const editedPagesQuery = queryOptions({
  queryKey: ['site pages'],
  queryFn: async () => (await request(calls.listEditedPages)).data.pages,
  // Another admin may have changed them.
  staleTime: 0,
});

/** The version of a page that a change is based on. */
type Based = Pick<calls.EditedPage, 'name' | 'version'>;

/** @throws ApiError `edit_conflict` if the page has changed since `version`. The calls below do the same. */
export const writePage = async (
  { name, version }: Based,
  content: calls.PageContent,
  publish: boolean,
): Promise<calls.EditedPage> =>
  (await request(calls.writePage, { params: { name }, body: { content, publish, version } })).data;

export const discardPageDraft = async ({ name, version }: Based): Promise<calls.EditedPage> =>
  (await request(calls.discardPageDraft, { params: { name }, query: { version } })).data;

export const withdrawPage = async ({ name, version }: Based): Promise<calls.EditedPage> =>
  (await request(calls.withdrawPage, { params: { name }, query: { version } })).data;
