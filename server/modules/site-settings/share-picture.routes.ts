import type { FastifyInstance } from 'fastify';
import { type Brand, DEFAULT_BRAND } from '#contract/brand.ts';
import { SHARE_PICTURE } from '#contract/pages.ts';
import { declareAccess } from '../../http/route.ts';
import { createSharePicture } from './share-picture.ts';

/** The product's own picture, which shows its name. */
const OWN_PICTURE = '/pictures/share.png';
/** The time for which the picture may be cached, in seconds. */
const LIFETIME = 300;

/** What the picture shows of a brand. */
const shownOf = ({ logoFirst, logoSecond, description, accent }: Brand): string =>
  JSON.stringify([logoFirst, logoSecond, description, accent]);

/** Paints the picture once for each brand. */
const createPainter = (): ((brand: Brand) => Promise<Buffer>) => {
  let last: { shown: string; picture: Promise<Buffer> } | undefined;
  return async (brand) => {
    const shown = shownOf(brand);
    if (last?.shown !== shown) last = { shown, picture: createSharePicture(brand) };
    try {
      return await last.picture;
    } catch (error) {
      last = undefined;
      throw error;
    }
  };
};

/** Serves the picture that social networks show with links to the site, in the site's brand. */
export const registerSharePicture = async (
  app: FastifyInstance,
  readBrand: () => Promise<Brand>,
): Promise<void> => {
  const paint = createPainter();
  await app.register(async (scope) => {
    declareAccess(scope, 'anyone');
    scope.get(SHARE_PICTURE, async (_request, reply) => {
      const brand = await readBrand();
      // Other sites may embed the picture.
      reply.headers({
        'cache-control': `public, max-age=${LIFETIME}`,
        'cross-origin-resource-policy': 'cross-origin',
      });
      if (shownOf(brand) === shownOf(DEFAULT_BRAND)) return reply.redirect(OWN_PICTURE);
      return reply.type('image/png').send(await paint(brand));
    });
  });
};
