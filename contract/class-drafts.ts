import { z } from 'zod';
import { defineCall } from './call.ts';
import { classInputSchema, classUpdateSchema } from './classes.ts';
import {
  idParamsSchema,
  insertedResponseSchema,
  keyed,
  modifiedResponseSchema,
  optionalTextSchema,
  photoSchema,
} from './common.ts';
import { TEXT_LIMITS } from './text-limits.ts';

/** What takes time to prepare, so a draft may still lack it: these fields may be empty. */
const unfinished = {
  image: photoSchema,
  description: optionalTextSchema(TEXT_LIMITS.description).unwrap(),
};

/** The Add Class form, for a draft. */
export const classDraftSchema = classInputSchema.extend(unfinished);

/** What a class must have before it is submitted for review, besides what every draft has. */
export const submittableSchema = classInputSchema.pick({ image: true, description: true });

const revision = z
  .int()
  .optional()
  .describe('The revision that the caller has seen. Default: the current one');

const tag = 'Classes';

export const createDraft = defineCall({
  method: 'POST',
  path: '/classes/drafts',
  summary: 'Add a draft of a class. Only its teacher sees it, until they submit it for review',
  tag,
  authorization: 'required',
  limit: 'writing',
  body: keyed(classDraftSchema),
  response: insertedResponseSchema,
});

export const updateDraft = defineCall({
  method: 'PUT',
  path: '/classes/drafts/:id',
  summary: 'Update a draft. 409 `edit_conflict` if it has changed since `revision`',
  tag,
  authorization: 'required',
  limit: 'writing',
  params: idParamsSchema,
  body: classUpdateSchema.extend({ ...unfinished, revision }),
  response: modifiedResponseSchema,
});

export const submitDraft = defineCall({
  method: 'PATCH',
  path: '/classes/submit/:id',
  summary:
    'Submit a draft for review. 409 `edit_conflict` if it has changed since `revision`; no change if it has been submitted',
  tag,
  authorization: 'required',
  limit: 'writing',
  params: idParamsSchema,
  body: z.object({ revision }),
  response: modifiedResponseSchema,
});
