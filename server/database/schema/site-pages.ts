import { sql } from 'drizzle-orm';
import { integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { PageContent } from '../../../contract/site-pages.ts';
import { timestamptz } from './columns.ts';

/**
 * The content that admins have written for the pages of the site. A page without a row or without `published` shows its
 * default. `version` counts the changes.
 */
export const sitePages = pgTable('site_pages', {
  name: text('name').primaryKey(),
  /** What the audit trail refers to. */
  id: uuid('id').notNull().defaultRandom(),
  published: jsonb('published').$type<PageContent>(),
  draft: jsonb('draft').$type<PageContent>(),
  /** The addresses of all uploaded pictures in both. */
  pictures: text('pictures')
    .array()
    .notNull()
    .default(sql`'{}'`),
  version: integer('version').notNull().default(1),
  updatedAt: timestamptz('updated_at').notNull().defaultNow(),
});
