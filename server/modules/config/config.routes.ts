import type { FastifyInstance } from 'fastify';
import { type Config, getConfig } from '#contract/config.ts';
import { TOPICS } from '../../database/topics.ts';
import { anyone } from '../../http/access.ts';
import { cacheUntilChanged } from '../../http/response-cache/serve-cached.ts';
import { route } from '../../http/route.ts';

/** The part of the configuration that is fixed when the server starts. */
export type FixedConfig = Omit<Config, 'takesMessages'>;

/**
 * Registers the call that returns the public configuration.
 * @param findContactEmail finds the address that receives the messages of the contact form, if there is one
 */
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
