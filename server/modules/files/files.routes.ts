import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest, preHandlerAsyncHookHandler } from 'fastify';
import { idSchema } from '#contract/common.ts';
import * as calls from '#contract/files.ts';
import { parsePictureAddress } from '#contract/picture-address.ts';
import { signedIn } from '../../http/access.ts';
import { notFound } from '../../http/api-error.ts';
import { route } from '../../http/route.ts';
import { createPicture, type FilesContext } from './create-picture.ts';
import { deleteUpload, findUpload, insertUpload } from './uploads.repository.ts';

const UPLOAD_PATH = `${calls.UPLOADS_PATH}/:id`;

const uploadIdOf = (request: FastifyRequest): string => idSchema.parse((request.params as { id: string }).id);

/** The requests of the tus protocol for one upload, which only its user may make. */
const registerParts = (app: FastifyInstance, { db, uploads }: FilesContext): void => {
  // The body of a part is read by the protocol's own server, piece by piece.
  app.addContentTypeParser('application/offset+octet-stream', (_request, _payload, done) => done(null));

  const requireOwner: preHandlerAsyncHookHandler = async (request) => {
    const caller = await signedIn.authenticate(request, app.callers);
    if (!(await findUpload(db, uploadIdOf(request), caller.id))) throw notFound('The upload');
  };

  app.route({
    method: ['HEAD', 'PATCH', 'DELETE'],
    url: UPLOAD_PATH,
    config: { access: signedIn.name, limit: 'uploadPart' },
    schema: { summary: 'Continue or end an upload by the tus protocol 1.0', tags: ['Files'], hide: true },
    onRequest: async (request, reply) => {
      const caller = await signedIn.authenticate(request, app.callers);
      await app.rateLimits.count('uploadPart', request, reply, caller.id);
    },
    preHandler: requireOwner,
    handler: async (request, reply) => {
      for (const [name, value] of Object.entries(reply.getHeaders())) reply.raw.setHeader(name, value ?? '');
      reply.hijack();
      await uploads.handle(request.raw, reply.raw);
      if (request.method === 'DELETE') await deleteUpload(db, uploadIdOf(request));
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
