import { z } from 'zod';
import { defineCall } from './call.ts';
import { editVersionSchema, idParamsSchema, idSchema, markdownSchema, timestampSchema } from './common.ts';
import { pageQuerySchema } from './paging.ts';
import { TEXT_LIMITS } from './text-limits.ts';

/** The caller's own note on a lesson. `version` is 0 while there is none. */
export const noteSchema = z.object({ text: z.string(), version: z.int().min(0) }).meta({ id: 'Note' });

/** The length of the excerpt of a note in a list, in characters. A longer note has one more, so that readers can tell. */
export const NOTE_EXCERPT = 240;

/** A note in the list of the caller's own notes. */
export const ownNoteSchema = z
  .object({
    _id: idSchema,
    classId: idSchema,
    /** The title of the class. */
    title: z.string(),
    lessonId: idSchema,
    lesson: z.string(),
    excerpt: z.string(),
    updatedAt: timestampSchema,
  })
  .meta({ id: 'OwnNote' });

export const noteInputSchema = z.object({
  text: markdownSchema(TEXT_LIMITS.note, 'Note'),
  version: editVersionSchema.describe('The version that the change is based on; 0: none'),
});

export type Note = z.infer<typeof noteSchema>;
export type OwnNote = z.infer<typeof ownNoteSchema>;

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

export const listOwnNotes = defineCall({
  method: 'GET',
  path: '/notes',
  summary:
    "The caller's own notes, without empty ones, on published lessons of the classes in which they are enrolled; last changed first. `q` searches the notes and the titles of lesson and class",
  tag,
  authorization: 'required',
  query: pageQuerySchema,
  response: z.array(ownNoteSchema),
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
