import { useEffectEvent, useLayoutEffect, useRef } from 'react';
import type { NewPost } from '#contract/blog-posts.ts';
import { isSame } from '#web/forms/is-same.ts';

type Content = Omit<NewPost, 'slug'>;

/** By address. */
const typedOn = new Map<string, Partial<Content>>();

/** What has changed in a post since it was sent. The address cannot be changed any more. */
const changesSince = (sent: NewPost, present: NewPost): Partial<Content> =>
  Object.fromEntries(
    Object.entries(present).filter(
      ([name, value]) => name !== 'slug' && !isSame(value, sent[name as keyof NewPost]),
    ),
  );

/**
 * Passes on what an author types while a new post is being created, because another screen then edits the post.
 * @param post the current content of the form
 * @param onTaken sets a field of the form that follows
 * @returns a function that notes that the post with its present content was created at an address
 */
export const useCarriedOverInput = (
  post: NewPost,
  isNew: boolean,
  onTaken: (name: keyof Content, value: string) => void,
): ((slug: string) => void) => {
  const created = useRef<{ slug: string; sent: NewPost }>(undefined);
  const take = useEffectEvent(() => {
    if (isNew) return;
    const taken = typedOn.get(post.slug) ?? {};
    typedOn.delete(post.slug);
    for (const [name, value] of Object.entries(taken)) onTaken(name as keyof Content, value);
  });
  const pass = useEffectEvent(() => {
    if (created.current) typedOn.set(created.current.slug, changesSince(created.current.sent, post));
  });
  // A screen that is left is cleaned up before the effects of the next one.
  useLayoutEffect(() => {
    take();
    return () => pass();
  }, []);
  return (slug) => {
    created.current = { slug, sent: post };
  };
};
