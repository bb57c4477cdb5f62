import { z } from 'zod';
import { defineCall } from './call.ts';
import { markdownSchema, singleLineSchema, timestampSchema, editVersionSchema } from './common.ts';
import { TEXT_LIMITS } from './text-limits.ts';
import { LEGAL_PAGES, PUBLIC_PAGES } from './pages.ts';

const LEAD = 300;
/** The maximum size of a character in JSON, in bytes: three in UTF-8, or two for a backslash and what it escapes. */
const BYTES_PER_CHARACTER = 3;
/** The maximum size of a request without the text, in bytes. */
const REST = 16 * 1024;

/** The pages whose texts admins write. `faq` is the list of questions on the about page. */
export const SITE_PAGES = ['about', 'faq', 'branding', 'marketing', 'terms', 'privacy', 'imprint'] as const;

export type SitePageName = (typeof SITE_PAGES)[number];

/** The paths at which visitors read the pages. */
export const SITE_PAGE_PATHS: Readonly<Record<SitePageName, string>> = {
  about: PUBLIC_PAGES.about,
  faq: PUBLIC_PAGES.about,
  branding: PUBLIC_PAGES.branding,
  marketing: PUBLIC_PAGES.marketing,
  ...LEGAL_PAGES,
};

const nameParamsSchema = z.object({ name: z.enum(SITE_PAGES) });

/**
 * The content of a page. `text` is Markdown. `{company}` in any of the three fields stands for the brand's company. On
 * the page `faq`, each second-level heading is a question.
 */
export const pageContentSchema = z
  .object({
    title: singleLineSchema(TEXT_LIMITS.title, 'Title'),
    lead: z.union([z.literal(''), singleLineSchema(LEAD, 'The introduction')]),
    text: markdownSchema(TEXT_LIMITS.page, 'Text').refine((text) => text.trim() !== '', 'Text is required'),
  })
  .meta({ id: 'PageContent' });

export type PageContent = z.infer<typeof pageContentSchema>;

/**
 * A page as admins see it. `published` is what visitors read: the default until an admin has published something else,
 * or null if the page is not public. Only admins see `draft`. `version` counts the changes and is 0 before the first.
 */
export const editedPageSchema = z
  .object({
    name: z.enum(SITE_PAGES),
    published: pageContentSchema.nullable(),
    draft: pageContentSchema.nullable(),
    isDefault: z.boolean().describe('Whether visitors read the default'),
    version: z.int().min(0),
    updatedAt: timestampSchema.nullable(),
  })
  .meta({ id: 'EditedPage' });

export type EditedPage = z.infer<typeof editedPageSchema>;

const tag = 'Site pages';

export const getSitePage = defineCall({
  method: 'GET',
  path: '/pages/:name',
  summary: 'The published text of a page',
  tag,
  authorization: 'none',
  params: nameParamsSchema,
  response: pageContentSchema,
});

export const listEditedPages = defineCall({
  method: 'GET',
  path: '/site-pages',
  summary: 'All pages whose text admins can edit, in the order of the site',
  tag,
  authorization: 'required',
  response: z.object({ pages: z.array(editedPageSchema) }),
});

/**
 * If `version` is outdated, this and the following calls fail with `edit_conflict`, which contains the current page.
 */
export const writePage = defineCall({
  method: 'PUT',
  path: '/site-pages/:name',
  summary: 'Save the text of a page as a draft, or publish it',
  tag,
  authorization: 'required',
  limit: 'review',
  params: nameParamsSchema,
  body: z.object({ content: pageContentSchema, publish: z.boolean(), version: editVersionSchema }),
  bodyLimit: TEXT_LIMITS.page * BYTES_PER_CHARACTER + REST,
  response: editedPageSchema,
});

const versionQuerySchema = z.object({ version: z.coerce.number().pipe(editVersionSchema) });

export const discardPageDraft = defineCall({
  method: 'DELETE',
  path: '/site-pages/:name/draft',
  summary: 'Discard the draft of a page',
  tag,
  authorization: 'required',
  limit: 'review',
  params: nameParamsSchema,
  query: versionQuerySchema,
  response: editedPageSchema,
});

export const withdrawPage = defineCall({
  method: 'DELETE',
  path: '/site-pages/:name/published',
  summary: 'Restore the default of a page, or withdraw the page if it has none. Its text becomes the draft.',
  tag,
  authorization: 'required',
  limit: 'review',
  params: nameParamsSchema,
  query: versionQuerySchema,
  response: editedPageSchema,
});
