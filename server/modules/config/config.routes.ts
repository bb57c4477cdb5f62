import type { FastifyInstance } from 'fastify';
import { type Config, getConfig } from '#contract/config.ts';
import { anyone } from '../../http/access.ts';
import { cacheUntilChanged } from '../../http/response-cache/serve-cached.ts';
import { route } from '../../http/route.ts';

export const registerConfigRoutes = (app: FastifyInstance, config: Config): void => {
  route(app, getConfig, anyone, async ({ reply }) => {
    cacheUntilChanged(reply, []);
    return config;
  });
};
