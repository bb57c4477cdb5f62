import type { EditedPage, PageContent, SitePageName } from '#contract/site-pages.ts';
import type { Database } from '../../database/client.ts';
import { editConflict } from '../../http/edit-conflict.ts';
import { addAuditEntry } from '../audit/audit.repository.ts';
import { presentPage } from './site-pages.presenter.ts';
import { findPage, lockPages, storePage, type StoredPage } from './site-pages.repository.ts';

/** What an admin does with a page. */
export type PageChange =
  | { type: 'save' | 'publish'; content: PageContent }
  /** Drops the draft and keeps what visitors read. */
  | { type: 'discard' }
  /** Restores the default. What was published becomes the draft, if there is none. */
  | { type: 'withdraw' };

const apply = ({ published, draft }: StoredPage, change: PageChange) => {
  switch (change.type) {
    case 'save':
      return { published, draft: change.content };
    case 'publish':
      return { published: change.content, draft: null };
    case 'discard':
      return { published, draft: null };
    case 'withdraw':
      return { published: null, draft: draft ?? published };
  }
};

/** Only changes that visitors can see are recorded in the audit trail. */
const AUDITED = { publish: 'page published', withdraw: 'page withdrawn' } as const;

interface Edit {
  name: SitePageName;
  /** The version that the change is based on. */
  version: number;
  change: PageChange;
}

/**
 * Changes the content of a page. Changes that visitors can see are recorded in the audit trail.
 * @throws ApiError `edit_conflict` with the current page if another admin has changed it meanwhile
 */
export const changePage = (
  db: Database,
  adminId: string,
  { name, version, change }: Edit,
): Promise<EditedPage> =>
  db.transaction(async (trx) => {
    await lockPages(trx);
    const current = await findPage(trx, name);
    if (current.version !== version)
      throw editConflict(
        { ...presentPage(name, current) },
        'Another admin has changed this page in the meantime',
      );
    const next = apply(current, change);
    const subjectId = await storePage(trx, name, next);
    if (change.type === 'publish' || (change.type === 'withdraw' && current.published))
      await addAuditEntry(trx, {
        actorId: adminId,
        action: AUDITED[change.type],
        subjectType: 'page',
        subjectId,
        subjectName: (next.published ?? current.published)!.title,
      });
    return presentPage(name, await findPage(trx, name));
  });
