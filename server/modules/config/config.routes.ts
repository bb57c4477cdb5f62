import type { FastifyInstance } from 'fastify';
import { type Config, getConfig } from '#contract/config.ts';
import { anyone } from '../../http/access.ts';
import { keepUntilChanged } from '../../http/kept/serve-kept.ts';
import { route } from '../../http/route.ts';

export const registerConfigRoutes = (app: FastifyInstance, config: Config): void => {
  route(app, getConfig, anyone, async ({ reply }) => {
    keepUntilChanged(reply, []);
    return config;
  });
};
