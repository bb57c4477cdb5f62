import { z } from 'zod';
import { defineCall } from './call.ts';
import { idParamsSchema, idSchema } from './common.ts';

/** What an uploaded picture may be. `bytes` and `pixels` bound the file that is sent, not what is stored. */
export const PICTURE_LIMITS = {
  bytes: 15 * 1024 * 1024,
  pixels: 50_000_000,
  types: ['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif'],
} as const;

/** The purpose of an upload, which decides its limits. */
export const UPLOAD_PURPOSES = ['picture'] as const;
export type UploadPurpose = (typeof UPLOAD_PURPOSES)[number];

/** Where uploads are created and continued by the tus protocol 1.0 (https://tus.io), relative to `API_BASE`. */
export const UPLOADS_PATH = '/uploads';

/** A part of the upright picture, in fractions of its width and height. */
export const cropSchema = z
  .object({
    left: z.number().min(0).max(1),
    top: z.number().min(0).max(1),
    width: z.number().gt(0).max(1),
    height: z.number().gt(0).max(1),
  })
  .refine(
    ({ left, top, width, height }) => left + width <= 1.000_001 && top + height <= 1.000_001,
    'The part lies outside of the picture',
  );

export type Crop = z.infer<typeof cropSchema>;

export const createUpload = defineCall({
  method: 'POST',
  path: UPLOADS_PATH,
  summary:
    'Create an upload of this many bytes. Its content is sent to `/uploads/{id}` by the tus protocol (HEAD, PATCH, DELETE) within a day',
  tag: 'Files',
  authorization: 'required',
  limit: 'upload',
  body: z.object({
    purpose: z.enum(UPLOAD_PURPOSES),
    size: z
      .int()
      .min(1, 'The file is empty')
      .max(PICTURE_LIMITS.bytes, `A picture may have ${PICTURE_LIMITS.bytes / 1024 ** 2} MB at most`),
  }),
  response: z.object({ _id: idSchema }),
});

export const createPicture = defineCall({
  method: 'POST',
  path: '/uploads/:id/picture',
  summary:
    'Turn a finished upload of the caller into a public picture: upright, cropped, without metadata, in several widths; a repeat answers the same',
  tag: 'Files',
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
