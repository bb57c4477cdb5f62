import { eq, inArray, sql } from 'drizzle-orm';
import { LEGAL_PAGES, type LegalPageName } from '#contract/pages.ts';
import type { PageContent, SitePageName } from '#contract/site-pages.ts';
import { LOCKS, lockInTransaction } from '../../database/advisory-lock.ts';
import type { Queryable, Transaction } from '../../database/client.ts';
import { sitePages } from '../../database/schema.ts';
import { picturesIn } from '../files/pictures-in.ts';
import { DEFAULT_PAGES } from './default-pages.ts';

/** The stored state of a page. */
export interface StoredPage {
  published: PageContent | null;
  draft: PageContent | null;
  /** 0 before the first change. */
  version: number;
  updatedAt: Date | null;
}

/** A page that nobody has changed. */
export const UNTOUCHED: StoredPage = { published: null, draft: null, version: 0, updatedAt: null };
const { name, published, draft, version, updatedAt } = sitePages;

/** The stored state of every page that an admin has changed. */
export const findChangedPages = async (db: Queryable): Promise<Map<string, StoredPage>> => {
  const rows = await db.select({ name, published, draft, version, updatedAt }).from(sitePages);
  return new Map(rows.map((row) => [row.name, row]));
};

/** Finds the stored state of a page. */
export const findPage = async (db: Queryable, page: SitePageName): Promise<StoredPage> => {
  const [row] = await db
    .select({ published, draft, version, updatedAt })
    .from(sitePages)
    .where(eq(name, page));
  return row ?? UNTOUCHED;
};

/** The published content of a page, or undefined if visitors cannot open it. */
export const findPublishedPage = async (
  db: Queryable,
  page: SitePageName,
): Promise<PageContent | undefined> => (await findPage(db, page)).published ?? DEFAULT_PAGES[page];

/** The legal pages that are published, in the order of the footer. */
export const findLegalPages = async (db: Queryable): Promise<{ name: LegalPageName; title: string }[]> => {
  const names = Object.keys(LEGAL_PAGES) as LegalPageName[];
  const rows = await db.select({ name, published }).from(sitePages).where(inArray(name, names));
  return names.flatMap((legal) => {
    const row = rows.find((candidate) => candidate.name === legal);
    return row?.published ? [{ name: legal, title: row.published.title }] : [];
  });
};

/** Locks the pages against other changes until the transaction ends. */
export const lockPages = (trx: Transaction): Promise<void> => lockInTransaction(trx, LOCKS.sitePages);

/** Stores a page as the next version. @returns the id that the audit trail refers to */
export const storePage = async (
  trx: Transaction,
  page: SitePageName,
  texts: Pick<StoredPage, 'published' | 'draft'>,
): Promise<string> => {
  const pictures = picturesIn(`${texts.published?.text} ${texts.draft?.text}`);
  const [row] = await trx
    .insert(sitePages)
    .values({ name: page, ...texts, pictures })
    .onConflictDoUpdate({
      target: name,
      set: { ...texts, pictures, version: sql`${version} + 1`, updatedAt: sql`now()` },
    })
    .returning({ id: sitePages.id });
  return row!.id;
};
