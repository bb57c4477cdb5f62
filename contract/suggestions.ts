import { z } from 'zod';
import { defineCall } from './call.ts';
import { classSchema } from './classes.ts';

/** How many classes are suggested at most. */
export const MAX_SUGGESTIONS = 3;

export const listSuggestions = defineCall({
  method: 'GET',
  path: '/classes/suggestions',
  summary:
    'Classes that the caller could take next: the most popular ones of the categories of their classes, then of all',
  tag: 'Classes',
  authorization: 'required',
  response: z.array(classSchema).max(MAX_SUGGESTIONS),
});
