import { z } from 'zod';
import { defineCall } from './call.ts';
import {
  imageUrlSchema,
  markdownSchema,
  nameSchema,
  singleLineSchema,
  timestampSchema,
  editVersionSchema,
  dateSchema,
  deletedResponseSchema,
} from './common.ts';
import { TEXT_LIMITS } from './text-limits.ts';

/** Posts on a page of the blog. */
export const POSTS_PER_PAGE = 10;
/** The maximum number of posts in the blog. */
export const MAX_POSTS = 1_000;

const SLUG_LENGTH = 80;

/** The last part of a post's address. */
const slugSchema = z
  .string()
  .trim()
  .max(SLUG_LENGTH, `At most ${SLUG_LENGTH} characters`)
  .regex(
    /^[a-z\d]+(-[a-z\d]+)*$/,
    'Use lowercase letters, digits and single hyphens, for example my-first-post',
  );

/** Letters of Latin alphabets that are no letter with an accent. */
const SPELLED: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd' };

/** Suggests the last part of a post's address from its title. */
export const slugOf = (title: string): string =>
  title
    .normalize('NFKD')
    .replace(/[\u0300-\u036F]/g, '')
    .toLowerCase()
    .replace(/[ßæœøłđ]/g, (letter) => SPELLED[letter] ?? '')
    .replace(/[^a-z\d]+/g, '-')
    .slice(0, SLUG_LENGTH)
    .replace(/^-+|-+$/g, '');

/** The content of a post. `text` is Markdown; `picture` is an address or empty. */
const postFields = {
  title: singleLineSchema(TEXT_LIMITS.title, 'Title'),
  author: nameSchema,
  date: dateSchema,
  picture: z.union([z.literal(''), imageUrlSchema]),
  text: markdownSchema(TEXT_LIMITS.lesson, 'Text').refine((text) => text.trim() !== '', 'Text is required'),
};

export const postContentSchema = z.object(postFields).meta({ id: 'PostContent' });

export type PostContent = z.infer<typeof postContentSchema>;

/** The form of a new post, which also sets the last part of its address. */
export const newPostSchema = z.object({ slug: slugSchema, ...postFields });

export type NewPost = z.infer<typeof newPostSchema>;

/** A post in the blog. For a long post, `text` is only its beginning and `isWhole` is false. */
export const listedPostSchema = postContentSchema
  .extend({ slug: z.string(), isWhole: z.boolean() })
  .meta({ id: 'ListedPost' });

/** A post in the admins' list, with the title of the version that they edit. */
export const postEntrySchema = z
  .object({
    slug: z.string(),
    title: z.string(),
    date: z.string(),
    isPublished: z.boolean(),
    hasDraft: z.boolean(),
  })
  .meta({ id: 'PostEntry' });

export type PostEntry = z.infer<typeof postEntrySchema>;

/** A post as admins see it. `version` counts the changes; it is 0 for an unchanged default post. */
export const editedPostSchema = z
  .object({
    slug: z.string(),
    published: postContentSchema.nullable(),
    draft: postContentSchema.nullable(),
    version: z.int().min(0),
    updatedAt: timestampSchema.nullable(),
  })
  .meta({ id: 'EditedPost' });

export type EditedPost = z.infer<typeof editedPostSchema>;

const tag = 'Blog posts';
const slugParamsSchema = z.object({ slug: slugSchema });
const versionQuerySchema = z.object({ version: z.coerce.number().pipe(editVersionSchema) });

export const listBlogPosts = defineCall({
  method: 'GET',
  path: '/blog-posts',
  summary: 'A page of the published posts, newest first, and how many there are',
  tag,
  authorization: 'none',
  query: z.object({ page: z.coerce.number().int().min(1).max(MAX_POSTS).optional() }),
  response: z.object({ posts: z.array(listedPostSchema), total: z.int().min(0) }),
});

export const getBlogPost = defineCall({
  method: 'GET',
  path: '/blog-posts/:slug',
  summary: 'A published post',
  tag,
  authorization: 'none',
  params: slugParamsSchema,
  response: postContentSchema,
});

export const listBlogPostEntries = defineCall({
  method: 'GET',
  path: '/edited-posts',
  summary: 'All posts, with drafts, newest first',
  tag,
  authorization: 'required',
  response: z.object({ posts: z.array(postEntrySchema) }),
});

export const getEditedBlogPost = defineCall({
  method: 'GET',
  path: '/edited-posts/:slug',
  summary: 'A post with its draft',
  tag,
  authorization: 'required',
  params: slugParamsSchema,
  response: editedPostSchema,
});

export const createBlogPost = defineCall({
  method: 'POST',
  path: '/edited-posts',
  summary:
    'Add a post as a draft, or publish it. 409 `conflict` with the `current` post if another one has its address',
  tag,
  authorization: 'required',
  limit: 'review',
  body: z.object({ slug: slugSchema, content: postContentSchema, publish: z.boolean() }),
  response: editedPostSchema,
});

/**
 * If `version` is outdated, this and the following calls fail with `edit_conflict`, which contains the current post.
 */
export const updateBlogPost = defineCall({
  method: 'PUT',
  path: '/edited-posts/:slug',
  summary: 'Save a post as a draft, or publish it',
  tag,
  authorization: 'required',
  limit: 'review',
  params: slugParamsSchema,
  body: z.object({ content: postContentSchema, publish: z.boolean(), version: editVersionSchema }),
  response: editedPostSchema,
});

export const discardBlogPostDraft = defineCall({
  method: 'DELETE',
  path: '/edited-posts/:slug/draft',
  summary: 'Discard the draft of a published post',
  tag,
  authorization: 'required',
  limit: 'review',
  params: slugParamsSchema,
  query: versionQuerySchema,
  response: editedPostSchema,
});

export const withdrawBlogPost = defineCall({
  method: 'DELETE',
  path: '/edited-posts/:slug/published',
  summary: 'Withdraw a post. Its text becomes the draft.',
  tag,
  authorization: 'required',
  limit: 'review',
  params: slugParamsSchema,
  query: versionQuerySchema,
  response: editedPostSchema,
});

export const deleteBlogPost = defineCall({
  method: 'DELETE',
  path: '/edited-posts/:slug',
  summary: 'Delete a post with its draft',
  tag,
  authorization: 'required',
  limit: 'review',
  params: slugParamsSchema,
  query: versionQuerySchema,
  response: deletedResponseSchema,
});
