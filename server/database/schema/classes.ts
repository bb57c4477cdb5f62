import { type SQL, sql } from 'drizzle-orm';
import {
  boolean,
  check,
  customType,
  date,
  index,
  integer,
  type PgColumn,
  pgTable,
  text,
  uuid,
} from 'drizzle-orm/pg-core';
import { RATING } from '../../../contract/feedback.ts';
import { toMinorUnits, MAX_PRICE } from '../../../contract/money.ts';
import { CLASS_STATUSES } from '../../../contract/review.ts';
import { createdAt, id, oneOf, timestamptz } from './columns.ts';
import { review, userReference } from './users.ts';

/**
 * Whether a class is published: approved and not hidden. Triggers and partial indexes use the same database function.
 */
export const isPublished = (table: { status: PgColumn; hiddenAt: PgColumn }): SQL =>
  sql`is_published(${table.status}, ${table.hiddenAt})`;

/** What the best rated classes are sorted by: their average, mixed with a few middling ratings, in thousandths of a star. */
export const ratingScore = (table: { ratings: PgColumn }): SQL => sql`rating_score(${table.ratings})`;

/** The number of ratings of a class with one star, two stars, and so on, before the first one. */
export const NO_RATINGS = Array.from({ length: RATING.max }, () => 0);

/**
 * `price` is in whole minor units; `enroll` always equals the number of the class's enrollments. Triggers maintain
 * `ratings` (the number of ratings with one star, two stars, and so on) and announce changes to all servers.
 */
export const classes = pgTable(
  'classes',
  {
    id: id(),
    teacherId: userReference('teacher_id'),
    image: text('image').notNull(),
    price: integer('price').notNull(),
    title: text('title').notNull(),
    experience: text('experience').notNull(),
    category: text('category'),
    description: text('description').notNull(),
    ...review,
    status: text('status', { enum: CLASS_STATUSES }).notNull().default('Pending'),
    /** Counts the changes, so that nobody approves or overwrites what they have not seen. */
    revision: integer('revision').notNull().default(1),
    enroll: integer('enroll').notNull().default(0),
    /** The number of seats. Null: unlimited. */
    seats: integer('seats'),
    /** The number of enrollments of deleted accounts, which are part of `enroll` but take no seat. */
    vacated: integer('vacated').notNull().default(0),
    /** How many students are on its waiting list. */
    waiting: integer('waiting').notNull().default(0),
    /** When its teacher paused enrollment. Null: it is open. */
    pausedAt: timestamptz('paused_at'),
    /** When it begins. Null: at any time. */
    startsOn: date('starts_on', { mode: 'string' }),
    /** Of a draft: when it was added. Otherwise: when it was submitted. */
    createdAt: createdAt(),
    /** Set when the teacher deletes a published class: only its students can still see it. */
    hiddenAt: timestamptz('hidden_at'),
    /** When an admin last withdrew it. Because it was published, it is never deleted. */
    withdrawnAt: timestamptz('withdrawn_at'),
    ratings: integer('ratings').array().notNull().default(NO_RATINGS),
  },
  (table) => [
    index('classes_by_age').on(table.status, table.createdAt, table.id),
    index('classes_of_teacher').on(table.teacherId, table.createdAt),
    index('published_of_teacher').on(table.teacherId, table.enroll, table.id).where(isPublished(table)),
    index('published_newest').on(table.createdAt, table.id).where(isPublished(table)),
    index('published_by_enroll').on(table.enroll, table.id).where(isPublished(table)),
    index('published_by_price').on(table.price, table.id).where(isPublished(table)),
    index('published_by_rating').on(ratingScore(table), table.id).where(isPublished(table)),
    index('published_experience_newest')
      .on(table.experience, table.createdAt, table.id)
      .where(isPublished(table)),
    index('published_category_newest')
      .on(table.category, table.createdAt, table.id)
      .where(isPublished(table)),
    index('published_category_by_enroll')
      .on(table.category, table.enroll, table.id)
      .where(isPublished(table)),
    index('published_category_by_price').on(table.category, table.price, table.id).where(isPublished(table)),
    index('published_category_by_rating')
      .on(table.category, ratingScore(table), table.id)
      .where(isPublished(table)),
    check(
      'classes_price_in_range',
      sql`${table.price} between 0 and ${sql.raw(String(toMinorUnits(MAX_PRICE)))}`,
    ),
    check('classes_enroll_not_negative', sql`${table.enroll} >= 0`),
    check('classes_seats_positive', sql`${table.seats} > 0`),
    check('classes_waiting_not_negative', sql`${table.waiting} >= 0`),
    check('classes_vacated_in_range', sql`${table.vacated} between 0 and ${table.enroll}`),
    check('classes_status_known', sql`${table.status} in (${oneOf(CLASS_STATUSES)})`),
    check(
      'classes_decided_when_not_pending',
      sql`(${table.status} in ('Draft', 'Pending')) = (${table.decidedAt} is null)`,
    ),
  ],
);

/** A column `class_id` that refers to a class and is never null. */
export const classId = () =>
  uuid('class_id')
    .notNull()
    .references(() => classes.id);

const wordVector = customType<{ data: string }>({ dataType: () => 'tsvector' });

/**
 * The search index of classes, maintained by triggers. It is a separate table because it changes less often than a class,
 * and it repeats the columns that searches filter and sort by, so that they do not have to read `classes`.
 */
export const classWords = pgTable(
  'class_words',
  {
    classId: uuid('class_id')
      .primaryKey()
      .references(() => classes.id, { onDelete: 'cascade' }),
    /** Of the title, the category, the description and the teacher's name. */
    words: wordVector('words').notNull(),
    /** Of the curriculum as everyone sees it: outcomes, published lessons, and the sections with one. */
    taught: wordVector('taught').notNull().default(''),
    allWords: wordVector('all_words')
      .notNull()
      .generatedAlwaysAs(sql`words || taught`),
    isPublished: boolean('on_sale').notNull(),
    category: text('category'),
    price: integer('price').notNull(),
    experience: text('experience').notNull(),
    createdAt: timestamptz('created_at').notNull(),
  },
  (table) => {
    const isPublished = sql`${table.isPublished}`;
    return [
      index('class_words_index').using('gin', table.words),
      index('class_all_words_index').using('gin', table.allWords),
      index('words_newest').on(table.createdAt, table.classId).where(isPublished),
      index('words_by_price').on(table.price, table.classId).where(isPublished),
      index('words_category_newest').on(table.category, table.createdAt, table.classId).where(isPublished),
      index('words_category_by_price').on(table.category, table.price, table.classId).where(isPublished),
    ];
  },
);

/**
 * The words of published classes, in lower case and without accents, for corrections of searches. Triggers add them. Words
 * that no published class has anymore are removed at night, so who reads them checks that.
 */
export const searchWords = pgTable('search_words', { word: text('word').primaryKey() }, (table) => [
  index('search_words_near').using('gin', sql`word_remains(${table.word})`),
]);

/**
 * The number of published classes and of their enrollments, maintained by a trigger. Each database connection has its own
 * row, so that none waits for another. The totals are the sums of all rows.
 */
export const classTotals = pgTable('class_totals', {
  connection: integer('connection').primaryKey(),
  classes: integer('classes').notNull(),
  enrollments: integer('enrollments').notNull(),
});
