import { defineCall } from './call.ts';
import { idParamsSchema, modifiedResponseSchema } from './common.ts';

const tag = 'Classes';

export const pauseClass = defineCall({
  method: 'PATCH',
  path: '/classes/pause/:id',
  summary:
    'Pause enrollment in a published class: nobody new can enroll or pay, except who is paying already. Its students keep access, and others can join its waiting list',
  tag,
  authorization: 'required',
  limit: 'writing',
  params: idParamsSchema,
  response: modifiedResponseSchema,
});

export const resumeClass = defineCall({
  method: 'PATCH',
  path: '/classes/resume/:id',
  summary: 'Resume enrollment in a paused class: its seats are offered to its waiting list first',
  tag,
  authorization: 'required',
  limit: 'writing',
  params: idParamsSchema,
  response: modifiedResponseSchema,
});
