import { sql } from 'drizzle-orm';
import { boolean, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import type { PostContent } from '../../../contract/blog-posts.ts';
import { timestamptz } from './columns.ts';

/**
 * The posts that admins have written or changed. `slug` is the last part of the address. Readers see `published`. If it
 * is null, they see the default post of that address, unless `hides_default` is set. `version` counts the changes.
 */
export const blogPosts = pgTable('blog_posts', {
  slug: text('slug').primaryKey(),
  /** What the audit trail refers to. */
  id: uuid('id').notNull().defaultRandom(),
  published: jsonb('published').$type<PostContent>(),
  draft: jsonb('draft').$type<PostContent>(),
  hidesDefault: boolean('hides_default').notNull().default(false),
  /** The addresses of all uploaded pictures in both. */
  pictures: text('pictures')
    .array()
    .notNull()
    .default(sql`'{}'`),
  version: integer('version').notNull().default(1),
  updatedAt: timestamptz('updated_at').notNull().defaultNow(),
});
