import { bigint, index, integer, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { FILE_PURPOSES, UPLOAD_PURPOSES } from '../../../contract/files.ts';
import { createdAt, id, timestamptz } from './columns.ts';
import { userReference } from './users.ts';

/** Since when nothing refers to a row, as the last round of the cleaning has seen it. Null: it is in use. */
const unusedSince = () => timestamptz('unused_since');

/** Uploads by the tus protocol, until they become a picture or a file, or expire. `size` is in bytes. */
export const uploads = pgTable(
  'uploads',
  {
    id: uuid('id').primaryKey(),
    userId: userReference('user_id'),
    purpose: text('purpose', { enum: UPLOAD_PURPOSES }).notNull(),
    size: bigint('size', { mode: 'number' }).notNull(),
    /** The address of the picture, or the id of the private file, that was created from it. */
    result: text('result'),
    createdAt: createdAt(),
  },
  (table) => [index('uploads_of_user').on(table.userId), index('uploads_by_age').on(table.createdAt)],
);

/** Pictures in storage. Several users may have uploaded the same one. Sizes are in pixels, and in bytes of all widths. */
export const pictures = pgTable(
  'pictures',
  {
    id: id(),
    hash: text('hash').notNull(),
    userId: userReference('user_id'),
    /** As `users.photo`, `classes.image` and others refer to it. */
    address: text('address').notNull(),
    width: integer('width').notNull(),
    height: integer('height').notNull(),
    bytes: integer('bytes').notNull(),
    createdAt: createdAt(),
    unusedSince: unusedSince(),
  },
  (table) => [
    uniqueIndex('pictures_of_one_user').on(table.hash, table.userId),
    index('pictures_of_user').on(table.userId, table.createdAt),
  ],
);

/** Private files in storage, under their id. A user who may see what a file belongs to may read it. `bytes` is its size. */
export const files = pgTable(
  'files',
  {
    id: uuid('id').primaryKey(),
    userId: userReference('user_id'),
    purpose: text('purpose', { enum: FILE_PURPOSES }).notNull(),
    name: text('name').notNull(),
    /** The media type detected from the content. */
    type: text('type').notNull(),
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
    createdAt: createdAt(),
    unusedSince: unusedSince(),
  },
  (table) => [index('files_of_user').on(table.userId)],
);

/** Contents whose records were deleted, until they have been removed from storage. A picture's name is its hash, a file's its id. */
export const removedContents = pgTable(
  'removed_contents',
  {
    kind: text('kind', { enum: ['picture', 'file'] }).notNull(),
    name: text('name').notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.name] })],
);
