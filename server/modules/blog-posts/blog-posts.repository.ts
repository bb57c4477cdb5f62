import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import type { PostContent, PostEntry } from '#contract/blog-posts.ts';
import { LOCKS, lockInTransaction } from '../../database/advisory-lock.ts';
import type { Queryable, Transaction } from '../../database/client.ts';
import { blogPosts } from '../../database/schema.ts';
import { picturesIn } from '../files/pictures-in.ts';
import { DEFAULT_POSTS } from './default-posts.ts';

/** The stored state of a post, and the default post of its address while nothing is published. */
export interface StoredPost {
  published: PostContent | null;
  draft: PostContent | null;
  /** Whether the default is hidden from readers, too. */
  hidesDefault: boolean;
  /** 0 before the first change. */
  version: number;
  updatedAt: Date | null;
}

const { slug, published, draft, hidesDefault, version, updatedAt } = blogPosts;
const COLUMNS = { published, draft, hidesDefault, version, updatedAt };

/** Sorts posts by date, newest first, then by address. */
const byDate = <Post extends { slug: string; date: string }>(posts: Post[]): Post[] =>
  posts.sort((one, other) => other.date.localeCompare(one.date) || one.slug.localeCompare(other.slug));

const withDefault = (address: string, post: StoredPost): StoredPost => ({
  ...post,
  published: post.published ?? (post.hidesDefault ? null : (DEFAULT_POSTS.get(address) ?? null)),
});

/** Finds a post. @returns the post with what readers see, or undefined if it does not exist or was deleted */
export const findPost = async (db: Queryable, address: string): Promise<StoredPost | undefined> => {
  const [row] = await db.select(COLUMNS).from(blogPosts).where(eq(slug, address));
  const byDefault = DEFAULT_POSTS.get(address);
  if (row) {
    const post = withDefault(address, row);
    return post.published || post.draft ? post : undefined;
  }
  if (!byDefault) return undefined;
  return { published: byDefault, draft: null, hidesDefault: false, version: 0, updatedAt: null };
};

/** All posts as admins see them in their list. A blog has at most `MAX_POSTS`. */
export const findPostEntries = async (db: Queryable): Promise<PostEntry[]> => {
  const titleOf = sql<string | null>`coalesce(${draft}, ${published})->>'title'`;
  const dateOf = sql<string | null>`coalesce(${draft}, ${published})->>'date'`;
  const isPublished = sql<boolean>`${published} is not null`;
  const hasDraft = sql<boolean>`${draft} is not null`;
  const rows = await db
    .select({ slug, title: titleOf, date: dateOf, isPublished, hasDraft, hidesDefault })
    .from(blogPosts);
  const stored = new Map(rows.map((row) => [row.slug, row]));
  const addresses = new Set([...DEFAULT_POSTS.keys(), ...stored.keys()]);
  const entries = [...addresses].flatMap((address): PostEntry[] => {
    const row = stored.get(address);
    const byDefault = row?.hidesDefault ? undefined : DEFAULT_POSTS.get(address);
    const title = row?.title ?? byDefault?.title;
    const date = row?.date ?? byDefault?.date;
    if (title === undefined || date === undefined) return [];
    return [
      {
        slug: address,
        title,
        date,
        isPublished: (row?.isPublished ?? false) || byDefault !== undefined,
        hasDraft: row?.hasDraft ?? false,
      },
    ];
  });
  return byDate(entries);
};

/** The addresses and dates of the posts that readers see, newest first. */
export const findPublished = async (db: Queryable): Promise<{ slug: string; date: string }[]> => {
  const rows = await db
    .select({ slug, date: sql<string | null>`${published}->>'date'`, hidesDefault })
    .from(blogPosts);
  const stored = new Map(rows.map((row) => [row.slug, row]));
  const defaults = [...DEFAULT_POSTS].flatMap(([address, { date }]) => {
    const row = stored.get(address);
    return row && (row.date !== null || row.hidesDefault) ? [] : [{ slug: address, date }];
  });
  const own = rows.flatMap(({ date, ...row }) => (date === null ? [] : [{ slug: row.slug, date }]));
  return byDate([...defaults, ...own]);
};

/** The published content of some posts, in the order of the given addresses. */
export const readPublished = async (
  db: Queryable,
  addresses: string[],
): Promise<(PostContent & { slug: string })[]> => {
  const rows = addresses.length
    ? await db
        .select({ slug, published })
        .from(blogPosts)
        .where(and(isNotNull(published), inArray(slug, addresses)))
    : [];
  const stored = new Map(rows.map((row) => [row.slug, row.published]));
  return addresses.flatMap((address) => {
    const content = stored.get(address) ?? DEFAULT_POSTS.get(address);
    return content ? [{ slug: address, ...content }] : [];
  });
};

/** Locks the blog against other changes until the transaction ends. */
export const lockPosts = (trx: Transaction): Promise<void> => lockInTransaction(trx, LOCKS.blogPosts);

/** Stores a post as the next version. @returns the id that the audit trail refers to */
export const storePost = async (
  trx: Transaction,
  address: string,
  texts: Pick<StoredPost, 'published' | 'draft' | 'hidesDefault'>,
): Promise<string> => {
  const shown = [texts.published, texts.draft].map((post) => `${post?.text} ${post?.picture}`);
  const values = { ...texts, pictures: picturesIn(shown.join(' ')) };
  const [row] = await trx
    .insert(blogPosts)
    .values({ slug: address, ...values })
    .onConflictDoUpdate({
      target: slug,
      set: { ...values, version: sql`${version} + 1`, updatedAt: sql`now()` },
    })
    .returning({ id: blogPosts.id });
  return row!.id;
};
