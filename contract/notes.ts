import { z } from 'zod';
import { defineCall } from './call.ts';
import { editVersionSchema, idParamsSchema, markdownSchema } from './common.ts';
import { TEXT_LIMITS } from './text-limits.ts';

/** The caller's own note on a lesson. `version` is 0 while there is none. */
export const noteSchema = z.object({ text: z.string(), version: z.int().min(0) }).meta({ id: 'Note' });

export const noteInputSchema = z.object({
  text: markdownSchema(TEXT_LIMITS.note, 'Note'),
  version: editVersionSchema.describe('The version that the change is based on; 0: none'),
});

export type Note = z.infer<typeof noteSchema>;

const tag = 'Notes';

export const getNote = defineCall({
  method: 'GET',
  path: '/lessons/:id/note',
  summary: "The caller's own note on a lesson that they may read",
  tag,
  authorization: 'required',
  params: idParamsSchema,
  response: noteSchema,
});

export const saveNote = defineCall({
  method: 'PUT',
  path: '/lessons/:id/note',
  summary:
    "Save the caller's own note on a lesson. 409 `edit_conflict` with the `current` note if it has changed since `version`",
  tag,
  authorization: 'required',
  limit: 'editing',
  params: idParamsSchema,
  body: noteInputSchema,
  response: z.object({ version: z.int() }),
});
