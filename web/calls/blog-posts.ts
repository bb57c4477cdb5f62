import { queryOptions } from '@tanstack/react-query';
import * as calls from '#contract/blog-posts.ts';
import { request } from './client/api-client.ts';

const PUBLIC = ['blog'] as const;

/** Keys of the queries below, to invalidate what readers or admins see of the blog. */
export const blogKeys = { readers: PUBLIC, admins: ['edited posts'] } as const;

/** @param page from 1 */
export const postsQuery = (page: number) =>
  queryOptions({
    queryKey: [...PUBLIC, 'page', page],
    queryFn: async () => (await request(calls.listBlogPosts, { query: { page } })).data,
  });

export const postQuery = (slug: string) =>
  queryOptions({
    queryKey: [...PUBLIC, 'post', slug],
    queryFn: async () => (await request(calls.getBlogPost, { params: { slug } })).data,
  });

export const postEntriesQuery = queryOptions({
  queryKey: [...blogKeys.admins, 'list'],
  queryFn: async () => (await request(calls.listBlogPostEntries)).data.posts,
  // Another admin may have changed them.
  staleTime: 0,
});

export const fetchEditedPost = async (slug: string): Promise<calls.EditedPost> =>
  (await request(calls.getEditedBlogPost, { params: { slug } })).data;

export const editedPostQuery = (slug: string) =>
  queryOptions({
    queryKey: [...blogKeys.admins, slug],
    queryFn: () => fetchEditedPost(slug),
    staleTime: 0,
  });

/** @throws ApiError `conflict` if another post already has this address */
export const createBlogPost = async (
  { slug, ...content }: calls.NewPost,
  publish: boolean,
): Promise<calls.EditedPost> =>
  (await request(calls.createBlogPost, { body: { slug, content, publish } })).data;

/** The version of a post that a change is based on. */
type Based = Pick<calls.EditedPost, 'slug' | 'version'>;

/** @throws ApiError `edit_conflict` if the post has changed since `version`. The calls below do the same. */
export const updateBlogPost = async (
  { slug, version }: Based,
  content: calls.PostContent,
  publish: boolean,
): Promise<calls.EditedPost> =>
  (await request(calls.updateBlogPost, { params: { slug }, body: { content, publish, version } })).data;

export const discardBlogPostDraft = async ({ slug, version }: Based): Promise<calls.EditedPost> =>
  (await request(calls.discardBlogPostDraft, { params: { slug }, query: { version } })).data;

export const withdrawBlogPost = async ({ slug, version }: Based): Promise<calls.EditedPost> =>
  (await request(calls.withdrawBlogPost, { params: { slug }, query: { version } })).data;

export const deleteBlogPost = async ({ slug, version }: Based): Promise<void> => {
  await request(calls.deleteBlogPost, { params: { slug }, query: { version } });
};
