import type { FastifyInstance } from 'fastify';
import { type Config, getConfig } from '#contract/config.ts';
import { TOPICS } from '../../database/topics.ts';
import { anyone } from '../../http/access.ts';
import { cacheUntilChanged } from '../../http/response-cache/serve-cached.ts';
import { route } from '../../http/route.ts';

/** What is settled when the server starts. */
export type FixedConfig = Omit<Config, 'takesMessages'>;

/** @param findContactEmail where messages of the contact form go, if anywhere */
export const registerConfigRoutes = (
  app: FastifyInstance,
  config: FixedConfig,
  findContactEmail: () => Promise<string | undefined>,
): void => {
  route(app, getConfig, anyone, async ({ reply }) => {
    cacheUntilChanged(reply, [TOPICS.site]);
    return { ...config, takesMessages: Boolean(await findContactEmail()) };
  });
};
