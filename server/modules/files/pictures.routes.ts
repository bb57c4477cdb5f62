import type { FastifyInstance } from 'fastify';
import { parsePictureUrl, PICTURES_PATH } from '#contract/picture-url.ts';
import type { FileStorage } from '../../files/storage.ts';
import { notFound } from '../../http/api-error.ts';
import { fileKey } from './stored-pictures.ts';

/** Seconds. The address of a picture changes with its content. */
const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** Serves stored pictures to everybody. */
export const registerPictures = (app: FastifyInstance, storage: FileStorage): void => {
  app.get(
    `${PICTURES_PATH}/*`,
    { config: { access: 'anyone' }, schema: { hide: true } },
    async (request, reply) => {
      const picture = parsePictureUrl(request.url.split('?')[0]!);
      const found = picture && (await storage.read(fileKey(picture, picture.shown)));
      if (!found) throw notFound('The picture');
      return reply
        .headers({
          'content-type': 'image/webp',
          'content-length': found.size,
          'cache-control': `public, max-age=${YEAR_SECONDS}, immutable`,
        })
        .send(found.content);
    },
  );
};
