import { z } from 'zod';
import { defineCall } from './call.ts';
import { idParamsSchema, idSchema } from './common.ts';

/** The limits of an uploaded picture. `pixels` applies to the uploaded picture, not to what is stored. */
export const PICTURE_LIMITS = {
  pixels: 50_000_000,
  types: ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif'],
} as const;

/**
 * The purpose of an upload, which determines the allowed types: a `picture` becomes public; a `document`, a `video` and
 * its `captions` (WebVTT) become private files.
 */
export const UPLOAD_PURPOSES = ['picture', 'document', 'video', 'captions'] as const;
export type UploadPurpose = (typeof UPLOAD_PURPOSES)[number];

/** The largest upload of each purpose, in bytes. */
export type UploadLimits = Readonly<Record<UploadPurpose, number>>;

/** The default limits of uploads by purpose, in megabytes. */
export const DEFAULT_UPLOAD_MEGABYTES = { picture: 15, document: 50, video: 2_048 } as const;
/** The maximum size of a captions file, in bytes. It is enough for about ten hours of speech. */
export const CAPTIONS_BYTES = 1024 * 1024;

/** The purposes of private files. */
export const FILE_PURPOSES = ['document', 'video', 'captions'] as const;
export type FilePurpose = (typeof FILE_PURPOSES)[number];

/** The longest name of a file, in characters. */
export const FILE_NAME_LENGTH = 120;

/** Where uploads are created and continued by the tus protocol 1.0 (https://tus.io), relative to `API_BASE`. */
export const UPLOADS_PATH = '/uploads';

/** The part of a picture to keep, in fractions of its width and height once it is upright. */
export const cropSchema = z
  .object({
    left: z.number().min(0).max(1),
    top: z.number().min(0).max(1),
    width: z.number().gt(0).max(1),
    height: z.number().gt(0).max(1),
  })
  .refine(
    ({ left, top, width, height }) => left + width <= 1.000_001 && top + height <= 1.000_001,
    'The crop lies outside the picture',
  );

export type Crop = z.infer<typeof cropSchema>;

/** A stored private file. `bytes` is its size, `type` the media type detected from its content. */
export const storedFileSchema = z
  .object({
    _id: idSchema,
    name: z.string(),
    type: z.string(),
    bytes: z.int(),
  })
  .meta({ id: 'File' });

export type StoredFile = z.infer<typeof storedFileSchema>;

const tag = 'Files';

export const createUpload = defineCall({
  method: 'POST',
  path: UPLOADS_PATH,
  summary:
    'Create an upload of this many bytes. Its content is sent to `/uploads/{id}` by the tus protocol (HEAD, PATCH, DELETE) within a day. Videos and captions are for teachers',
  tag,
  authorization: 'required',
  limit: 'upload',
  body: z.object({
    purpose: z.enum(UPLOAD_PURPOSES),
    size: z.int().min(1, 'The file is empty'),
  }),
  response: z.object({ _id: idSchema }),
});

export const createPicture = defineCall({
  method: 'POST',
  path: '/uploads/:id/picture',
  summary:
    'Turn a finished upload of the caller into a public picture: upright, cropped, without metadata, in several widths; repeating the call returns the same picture',
  tag,
  authorization: 'required',
  limit: 'upload',
  params: idParamsSchema,
  body: z.object({ crop: cropSchema.optional() }),
  response: z.object({
    image: z.string(),
    width: z.int(),
    height: z.int(),
  }),
});

export const createFile = defineCall({
  method: 'POST',
  path: '/uploads/:id/file',
  summary:
    'Turn a finished upload of the caller into a private file, stored as sent; repeating the call returns the same file. The type is that of the content, and paths and invisible characters are removed from the name. A file that nothing refers to is removed after a day',
  tag,
  authorization: 'required',
  limit: 'upload',
  params: idParamsSchema,
  body: z.object({ name: z.string().max(1_000) }),
  response: storedFileSchema,
});

/** A link that works for its caller for a few minutes without an access token. */
export const linkResponseSchema = z.object({ address: z.string() });
/** The query of such a link. `ticket` is its signature. */
export const linkQuerySchema = z.object({ ticket: z.string().max(1_000).optional() });

export const getFileLink = defineCall({
  method: 'GET',
  path: '/files/:id/link',
  summary:
    'A link to a file that the caller may read, valid for minutes (documents) or hours (videos and captions). Each request to it checks the caller again',
  tag,
  authorization: 'required',
  params: idParamsSchema,
  response: linkResponseSchema,
});

export const getFileContent = defineCall({
  method: 'GET',
  path: '/files/:id/content',
  summary:
    'The content of a file. Requires the link from `/files/{id}/link` unless anyone may read the file; supports Range requests',
  tag,
  authorization: 'none',
  format: 'file',
  params: idParamsSchema,
  query: linkQuerySchema,
  response: z.any(),
});
