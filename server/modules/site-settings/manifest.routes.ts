import type { FastifyInstance } from 'fastify';
import { type Brand, siteName } from '#contract/brand.ts';
import { cacheUntilChanged } from '../../http/response-cache/serve-cached.ts';
import { declareAccess } from '../../http/route.ts';
import { COLORS } from '../../pictures/paper-colors.ts';

const ICONS = [192, 512].map((size) => ({
  src: `/icon-${size}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose: 'any maskable',
}));

/** Serves the manifest of the web application (https://www.w3.org/TR/appmanifest/) in the site's brand. */
export const registerManifest = async (
  app: FastifyInstance,
  readBrand: () => Promise<Brand>,
): Promise<void> => {
  await app.register(async (scope) => {
    declareAccess(scope, 'anyone');
    scope.get('/site.webmanifest', async (_request, reply) => {
      const brand = await readBrand();
      cacheUntilChanged(reply, []);
      return reply.type('application/manifest+json').send(
        JSON.stringify({
          name: siteName(brand),
          short_name: siteName(brand),
          description: brand.description,
          start_url: '/',
          display: 'standalone',
          background_color: COLORS.ground,
          theme_color: brand.accent,
          icons: brand.logoImage ? [{ src: brand.logoImage, sizes: 'any' }] : ICONS,
        }),
      );
    });
  });
};
