import { z } from 'zod';
import { defineCall } from './call.ts';
import {
  editVersionSchema,
  idParamsSchema,
  idSchema,
  modifiedResponseSchema,
  optionalTextSchema,
  timestampSchema,
} from './common.ts';
import { reportInputSchema } from './reports.ts';
import { hidingSchema } from './review.ts';
import { TEXT_LIMITS } from './text-limits.ts';

/** The text about a teacher, in plain text, which may be empty. */
export const bioSchema = optionalTextSchema(TEXT_LIMITS.bio).unwrap();

/** The caller's own text. `_id` is that of their page, which exists while `isPublic`. `version` is 0 before the first text. */
export const ownBioSchema = z
  .object({
    _id: idSchema,
    isPublic: z.boolean(),
    bio: z.string(),
    version: z.int().min(0),
    hiddenReason: z.string().optional(),
  })
  .meta({ id: 'OwnBio' });

/** The text about a teacher as admins see it. `hiddenReason` is absent if it is public. */
export const moderatedBioSchema = z
  .object({ bio: z.string(), changedAt: timestampSchema, hiddenReason: z.string().optional() })
  .meta({ id: 'ModeratedBio' });

export type OwnBio = z.infer<typeof ownBioSchema>;
export type ModeratedBio = z.infer<typeof moderatedBioSchema>;

const tag = 'Teachers';

export const getOwnBio = defineCall({
  method: 'GET',
  path: '/bios/own',
  summary: 'The text about the caller on their public page',
  tag,
  authorization: 'required',
  response: ownBioSchema,
});

export const saveOwnBio = defineCall({
  method: 'PUT',
  path: '/bios/own',
  summary:
    'Save the text about the caller, unless an admin has hidden it. 409 `edit_conflict` with the `current` text if it has changed since `version`',
  tag,
  authorization: 'required',
  limit: 'writing',
  body: z.object({
    bio: bioSchema,
    version: editVersionSchema.describe('The version that the change is based on; 0: none'),
  }),
  response: z.object({ version: z.int() }),
});

export const getBio = defineCall({
  method: 'GET',
  path: '/bios/:id',
  summary: 'The text about a teacher, hidden or not, by the id of the teacher',
  tag,
  authorization: 'required',
  params: idParamsSchema,
  response: z.object({ bio: moderatedBioSchema.nullable() }),
});

export const reportBio = defineCall({
  method: 'POST',
  path: '/bios/:id/report',
  summary:
    'Report the public text about another teacher to the admins. A repeat changes nothing, unless the text has changed since the report was dismissed',
  tag,
  authorization: 'required',
  limit: 'writing',
  params: idParamsSchema,
  body: reportInputSchema,
  response: modifiedResponseSchema,
});

export const hideBio = defineCall({
  method: 'PATCH',
  path: '/bios/hide/:id',
  summary:
    'Hide the text about a teacher, who reads the reason. 409 `edit_conflict` if it has changed since `changedAt`',
  tag,
  authorization: 'required',
  limit: 'review',
  params: idParamsSchema,
  body: hidingSchema,
  response: modifiedResponseSchema,
});

export const showBio = defineCall({
  method: 'PATCH',
  path: '/bios/show/:id',
  summary: 'Show a hidden text about a teacher again',
  tag,
  authorization: 'required',
  limit: 'review',
  params: idParamsSchema,
  response: modifiedResponseSchema,
});
