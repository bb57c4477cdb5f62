import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { idParamsSchema } from '#contract/common.ts';
import * as calls from '#contract/files.ts';
import { parsePictureUrl } from '#contract/picture-url.ts';
import { type CurrentUser, signedIn } from '../../http/access.ts';
import { ApiError, notFound } from '../../http/api-error.ts';
import { route } from '../../http/route.ts';
import { createFile } from './create-file.ts';
import { createPicture, type FilesContext } from './create-picture.ts';
import { discardUpload, insertWithRoom } from './discard-upload.ts';
import { callerLeft } from './limit-checks.ts';
import { type FileRow, presentFile } from './private-files.repository.ts';
import { createSingleFlight } from './single-flight.ts';
import { deleteUpload, findUpload, insertUpload } from './uploads.repository.ts';

/** The quotas of a user's unfinished uploads, pictures and private files together, in bytes. */
export interface Quotas {
  student: number;
  teacher: number;
}

/** Registers the requests of the tus protocol for a single upload. Only its user can make them. */
const registerParts = (app: FastifyInstance, { db, uploads }: FilesContext): void => {
  const callers = new WeakMap<FastifyRequest, CurrentUser>();
  // The tus library reads the body of a part itself, as a stream.
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
      await uploads.handle(request.params.id, request.raw, reply.raw);
      // A refused request leaves the content, which still counts towards the quota.
      if (request.method === 'DELETE' && reply.raw.statusCode === 204)
        await deleteUpload(db, request.params.id);
    },
  });
};

const NAMES: Readonly<Record<calls.UploadPurpose, string>> = {
  picture: 'A picture',
  document: 'A file',
  video: 'A video',
  captions: 'Captions',
};

/** @throws ApiError `invalid_input` for a file that is too large, and `forbidden` for a video of a student */
const requireSize = (
  caller: CurrentUser,
  { purpose, size }: { purpose: calls.UploadPurpose; size: number },
  limits: calls.UploadLimits,
) => {
  if ((purpose === 'video' || purpose === 'captions') && !caller.teaches)
    throw new ApiError('forbidden', 'Only teachers may upload videos');
  const limit = limits[purpose];
  if (size <= limit) return;
  const message = `${NAMES[purpose]} can have at most ${limit / 1024 ** 2} MB`;
  throw new ApiError('invalid_input', message, { fields: { size: message } });
};

/** Registers the calls for uploads, and for the pictures and private files that are created from them. */
export const registerFileRoutes = (
  app: FastifyInstance,
  context: FilesContext,
  { quotas, limits }: { quotas: Quotas; limits: calls.UploadLimits },
): void => {
  const share = createSingleFlight<FileRow>(callerLeft);
  route(app, calls.createUpload, signedIn, async ({ caller, body }) => {
    requireSize(caller, body, limits);
    const id = randomUUID();
    const upload = { id, userId: caller.id, ...body };
    const quota = quotas[caller.teaches ? 'teacher' : 'student'];
    await insertWithRoom(context, caller.id, () => insertUpload(context.db, upload, quota));
    try {
      await context.uploads.create(id, body.size);
    } catch (error) {
      await discardUpload(context, id);
      throw error;
    }
    return { _id: id };
  });

  route(app, calls.createPicture, signedIn, async ({ caller, params, body }) => {
    const image = await createPicture(context, { userId: caller.id, uploadId: params.id, crop: body.crop });
    const { width, height } = parsePictureUrl(image)!;
    return { image, width, height };
  });

  route(app, calls.createFile, signedIn, async ({ caller, params, body, request }) => {
    const file = { userId: caller.id, uploadId: params.id, name: body.name };
    const hasLeft = () => request.raw.socket.destroyed;
    return presentFile(
      await share(`${caller.id} ${params.id}`, hasLeft, (checkpoint) =>
        createFile(context, file, checkpoint),
      ),
    );
  });

  void app.register(async (scope) => registerParts(scope, context));
};
