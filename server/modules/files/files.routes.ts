import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { idParamsSchema } from '#contract/common.ts';
import * as calls from '#contract/files.ts';
import { parsePictureAddress } from '#contract/picture-address.ts';
import { type CurrentUser, signedIn } from '../../http/access.ts';
import { notFound } from '../../http/api-error.ts';
import { route } from '../../http/route.ts';
import { createPicture, type FilesContext } from './create-picture.ts';
import { deleteUpload, findUpload, insertUpload } from './uploads.repository.ts';

/** The requests of the tus protocol for one upload, which only its user may make. */
const registerParts = (app: FastifyInstance, { db, uploads }: FilesContext): void => {
  const callers = new WeakMap<FastifyRequest, CurrentUser>();
  // The body of a part is read by the protocol's own server, piece by piece.
  app.addContentTypeParser('application/offset+octet-stream', (_request, _payload, done) => done(null));

  app.route<{ Params: { id: string } }>({
    method: ['HEAD', 'PATCH', 'DELETE'],
    url: `${calls.UPLOADS_PATH}/:id`,
    config: { access: signedIn.name, limit: 'uploadPart' },
    schema: { params: idParamsSchema, hide: true },
    onRequest: async (request, reply) => {
      const caller = await signedIn.authenticate(request, app.callers);
      callers.set(request, caller);
      await app.rateLimits.count('uploadPart', request, reply, caller.id);
    },
    preHandler: async (request) => {
      if (!(await findUpload(db, request.params.id, callers.get(request)!.id))) throw notFound('The upload');
    },
    handler: async (request, reply) => {
      for (const [name, value] of Object.entries(reply.getHeaders())) reply.raw.setHeader(name, value ?? '');
      reply.hijack();
      await uploads.handle(request.raw, reply.raw);
      if (request.method === 'DELETE') await deleteUpload(db, request.params.id);
    },
  });
};

/** Uploads, and the pictures that are made of them. */
export const registerFileRoutes = (app: FastifyInstance, context: FilesContext): void => {
  route(app, calls.createUpload, signedIn, async ({ caller, body }) => {
    const id = randomUUID();
    await insertUpload(context.db, { id, userId: caller.id, ...body });
    await context.uploads.create(id, body.size);
    return { _id: id };
  });

  route(app, calls.createPicture, signedIn, async ({ caller, params, body }) => {
    const image = await createPicture(context, { userId: caller.id, uploadId: params.id, crop: body.crop });
    const { width, height } = parsePictureAddress(image)!;
    return { image, width, height };
  });

  void app.register(async (scope) => registerParts(scope, context));
};
