import { z } from 'zod';
import { defineCall } from './call.ts';
import { classSchema } from './classes.ts';
import { deletedResponseSchema, idParamsSchema } from './common.ts';
import { listQuerySchema } from './paging.ts';

/** How many classes a user can save. */
export const MAX_SAVED_CLASSES = 100;

export const SAVED_CLASS_SORTS = ['newest'] as const;

/** Whether the caller has saved a class. */
export const savedStatusSchema = z.object({ saved: z.boolean() }).meta({ id: 'SavedStatus' });

const tag = 'Saved classes';

export const listSavedClasses = defineCall({
  method: 'GET',
  path: '/saved-classes',
  summary:
    'The published classes that the caller has saved and neither teaches nor is enrolled in, newest first',
  tag,
  authorization: 'required',
  query: listQuerySchema(SAVED_CLASS_SORTS).omit({ q: true }),
  response: z.array(classSchema),
});

export const getSavedStatus = defineCall({
  method: 'GET',
  path: '/classes/:id/saved',
  summary: 'Whether the caller has saved a class',
  tag,
  authorization: 'required',
  params: idParamsSchema,
  response: savedStatusSchema,
});

export const saveClass = defineCall({
  method: 'PUT',
  path: '/classes/:id/saved',
  summary: `Save a published class for later; repeating the call changes nothing. 409 \`limit_reached\` if the caller has saved ${MAX_SAVED_CLASSES} classes`,
  tag,
  authorization: 'required',
  limit: 'editing',
  params: idParamsSchema,
  response: savedStatusSchema,
});

export const removeSavedClass = defineCall({
  method: 'DELETE',
  path: '/classes/:id/saved',
  summary: 'Remove a class from those that the caller has saved',
  tag,
  authorization: 'required',
  limit: 'editing',
  params: idParamsSchema,
  response: deletedResponseSchema,
});
