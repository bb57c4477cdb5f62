import { sql } from 'drizzle-orm';
import { integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { timestamptz } from './columns.ts';

/** The content of a page. The contract validates it before it is stored. */
export interface StoredPage {
  title: string;
  lead: string;
  text: string;
}

/**
 * The content that admins have written for the pages of the site. A page without a row or without `published` shows its
 * default. `version` counts the changes.
 */
export const sitePages = pgTable('site_pages', {
  name: text('name').primaryKey(),
  /** What the audit trail refers to. */
  id: uuid('id').notNull().defaultRandom(),
  published: jsonb('published').$type<StoredPage>(),
  draft: jsonb('draft').$type<StoredPage>(),
  /** The addresses of all uploaded pictures in both. */
  pictures: text('pictures')
    .array()
    .notNull()
    .default(sql`'{}'`),
  version: integer('version').notNull().default(1),
  updatedAt: timestamptz('updated_at').notNull().defaultNow(),
});
