import { useRef } from 'react';
import type { EditedPost, NewPost } from '#contract/blog-posts.ts';
import { deleteBlogPost, fetchEditedPost } from '#web/calls/blog-posts.ts';
import { ApiError } from '#web/calls/client/api-error.ts';

const unlessGone = (error: unknown): undefined => {
  if (!(error instanceof ApiError && error.status === 404)) throw error;
};

/**
 * Remembers at which addresses a new post may have been stored, because the responses of earlier attempts were lost. An
 * attempt at another address would create the post twice, so it first deletes what it finds at these.
 * @param isOwn whether a stored post is what an earlier attempt has sent
 */
export const useEarlierAddresses = (isOwn: (stored: EditedPost) => boolean) => {
  const addresses = useRef(new Set<string>());
  const remove = async (address: string): Promise<void> => {
    const stored = await fetchEditedPost(address).catch(unlessGone);
    // The version keeps what somebody else stores meanwhile.
    if (stored && isOwn(stored)) await deleteBlogPost(stored).catch(unlessGone);
    addresses.current.delete(address);
  };
  /** Stores a post at its address only. */
  const storeOnce = async <Result>({ slug }: NewPost, store: () => Promise<Result>): Promise<Result> => {
    for (const address of addresses.current) if (address !== slug) await remove(address);
    try {
      return await store();
    } catch (error) {
      if (error instanceof ApiError && error.isTemporary) addresses.current.add(slug);
      throw error;
    }
  };
  return storeOnce;
};
