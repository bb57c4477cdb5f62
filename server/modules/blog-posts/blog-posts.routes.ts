import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/blog-posts.ts';
import type { Database } from '../../database/client.ts';
import { TOPICS } from '../../database/topics.ts';
import { admin, anyone } from '../../http/access.ts';
import { notFound } from '../../http/api-error.ts';
import { cacheUntilChanged } from '../../http/response-cache/serve-cached.ts';
import { route } from '../../http/route.ts';
import { excerptOf } from './excerpt.ts';
import { findPost, findPostEntries, findPublished, readPublished } from './blog-posts.repository.ts';
import { createBlogPost, changePost, type PostChange, presentPost } from './change-post.ts';

/** The change that a request body describes. */
const changeOf = ({ content, publish }: { content: calls.PostContent; publish: boolean }): PostChange => ({
  type: publish ? 'publish' : 'save',
  content,
});

/** Registers the calls that read published posts, and those with which admins write them. */
export const registerBlogPostRoutes = (app: FastifyInstance, db: Database): void => {
  route(app, calls.listBlogPosts, anyone, async ({ query: { page = 1 }, reply }) => {
    cacheUntilChanged(reply, [TOPICS.blog]);
    const published = await findPublished(db);
    const first = (page - 1) * calls.POSTS_PER_PAGE;
    const shown = published.slice(first, first + calls.POSTS_PER_PAGE);
    const posts = await readPublished(
      db,
      shown.map(({ slug }) => slug),
    );
    return {
      posts: posts.map((post) => ({ ...post, ...excerptOf(post.text) })),
      total: published.length,
    };
  });

  route(app, calls.getBlogPost, anyone, async ({ params, reply }) => {
    const post = await findPost(db, params.slug);
    if (!post?.published) throw notFound('The post');
    cacheUntilChanged(reply, [TOPICS.blog]);
    return post.published;
  });

  route(app, calls.listBlogPostEntries, admin, async () => ({ posts: await findPostEntries(db) }));

  route(app, calls.getEditedBlogPost, admin, async ({ params: { slug } }) => {
    const post = await findPost(db, slug);
    if (!post) throw notFound('The post');
    return presentPost(slug, post);
  });

  route(app, calls.createBlogPost, admin, async ({ caller, body: { slug, ...body } }) =>
    presentPost(slug, (await createBlogPost(db, caller.id, { slug, change: changeOf(body) }))!),
  );

  route(app, calls.updateBlogPost, admin, async ({ caller, params: { slug }, body: { version, ...body } }) =>
    presentPost(slug, (await changePost(db, caller.id, { slug, version, change: changeOf(body) }))!),
  );

  route(app, calls.discardBlogPostDraft, admin, async ({ caller, params: { slug }, query }) => {
    const post = await changePost(db, caller.id, { slug, ...query, change: { type: 'discard' } });
    if (!post) throw notFound('The post');
    return presentPost(slug, post);
  });

  route(app, calls.withdrawBlogPost, admin, async ({ caller, params: { slug }, query }) =>
    presentPost(slug, (await changePost(db, caller.id, { slug, ...query, change: { type: 'withdraw' } }))!),
  );

  route(app, calls.deleteBlogPost, admin, async ({ caller, params, query }) => {
    await changePost(db, caller.id, { ...params, ...query, change: { type: 'delete' } });
    return { deletedCount: 1 };
  });
};
