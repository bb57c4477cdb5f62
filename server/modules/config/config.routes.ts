import type { FastifyInstance } from 'fastify';
import { type Config, getConfig } from '#contract/config.ts';
import { anyone } from '../../http/access.ts';
import { route } from '../../http/route.ts';

export const registerConfigRoutes = (app: FastifyInstance, config: Config): void => {
  route(app, getConfig, anyone, async () => config);
};
