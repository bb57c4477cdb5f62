import { isDeepStrictEqual } from 'node:util';
import type { AuditAction } from '#contract/audit.ts';
import { type EditedPost, MAX_POSTS, type PostContent } from '#contract/blog-posts.ts';
import type { Database, Transaction } from '../../database/client.ts';
import { ApiError, notFound } from '../../http/api-error.ts';
import { editConflict } from '../../http/edit-conflict.ts';
import { addAuditEntry } from '../audit/audit.repository.ts';
import { findPost, findPostEntries, lockPosts, storePost, type StoredPost } from './blog-posts.repository.ts';

/** What an admin does with a post. */
export type PostChange =
  | { type: 'save' | 'publish'; content: PostContent }
  /** Drops the draft and keeps what readers see. */
  | { type: 'discard' }
  /** Hides the post from readers. What was published becomes the draft, if there is none. */
  | { type: 'withdraw' }
  | { type: 'delete' };

const apply = ({ published, draft, hidesDefault }: StoredPost, change: PostChange) => {
  switch (change.type) {
    case 'save':
      return { published, draft: change.content, hidesDefault };
    case 'publish':
      return { published: change.content, draft: null, hidesDefault: true };
    case 'discard':
      return { published, draft: null, hidesDefault };
    case 'withdraw':
      return { published: null, draft: draft ?? published, hidesDefault: true };
    case 'delete':
      return { published: null, draft: null, hidesDefault: true };
  }
};

/** Changes that readers can see are recorded in the audit trail, and deletions, which nobody can undo. */
const AUDITED: Partial<Record<PostChange['type'], AuditAction>> = {
  publish: 'post published',
  withdraw: 'post withdrawn',
  delete: 'post deleted',
};

const auditedAction = ({ type }: PostChange, { published }: StoredPost) =>
  type === 'withdraw' && !published ? undefined : AUDITED[type];

/** A post as admins see it. */
export const presentPost = (
  slug: string,
  { published, draft, version, updatedAt }: StoredPost,
): EditedPost => ({
  slug,
  published,
  draft,
  version,
  updatedAt: updatedAt?.toISOString() ?? null,
});

interface Edit {
  slug: string;
  change: PostChange;
}

const store = async (trx: Transaction, adminId: string, { slug, change }: Edit, current: StoredPost) => {
  const next = apply(current, change);
  const subjectId = await storePost(trx, slug, next);
  const action = auditedAction(change, current);
  if (action)
    await addAuditEntry(trx, {
      actorId: adminId,
      action,
      subjectType: 'post',
      subjectId,
      subjectName: (next.published ?? current.published ?? current.draft)!.title,
    });
};

/**
 * Changes a post. Changes that readers can see, and deletions, are recorded in the audit trail.
 * @returns the changed post, or undefined if it was deleted
 * @throws ApiError `not_found`, or `edit_conflict` with the current post if another admin has changed it meanwhile
 */
export const changePost = (
  db: Database,
  adminId: string,
  { version, ...edit }: Edit & { version: number },
): Promise<StoredPost | undefined> =>
  db.transaction(async (trx) => {
    await lockPosts(trx);
    const current = await findPost(trx, edit.slug);
    if (!current) throw notFound('The post');
    if (current.version !== version)
      throw editConflict(
        { ...presentPost(edit.slug, current) },
        'Another admin has changed this post in the meantime',
      );
    await store(trx, adminId, edit, current);
    return findPost(trx, edit.slug);
  });

const NO_POST: StoredPost = {
  published: null,
  draft: null,
  hidesDefault: true,
  version: 0,
  updatedAt: null,
};

/** Whether a post is what adding it would store. Then the call is a repeat whose first response was lost. */
const isAdded = ({ published, draft }: StoredPost, change: PostChange): boolean => {
  const added = apply(NO_POST, change);
  return isDeepStrictEqual([published, draft], [added.published, added.draft]);
};

/**
 * Adds a post. A repeat changes nothing.
 * @throws ApiError `conflict` with the stored post if its address is taken, `limit_reached` if the blog is full
 */
export const createBlogPost = (db: Database, adminId: string, edit: Edit): Promise<StoredPost | undefined> =>
  db.transaction(async (trx) => {
    await lockPosts(trx);
    const existing = await findPost(trx, edit.slug);
    if (existing && isAdded(existing, edit.change)) return existing;
    if (existing)
      throw new ApiError('conflict', 'Another post already uses this URL', {
        fields: { slug: 'Another post already uses this URL' },
        current: { ...presentPost(edit.slug, existing) },
      });
    if ((await findPostEntries(trx)).length >= MAX_POSTS)
      throw new ApiError('limit_reached', `A blog can have ${MAX_POSTS} posts. Delete one first.`);
    await store(trx, adminId, edit, NO_POST);
    return findPost(trx, edit.slug);
  });
