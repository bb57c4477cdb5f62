import { z } from 'zod';
import { defineCall } from './call.ts';
import { deletedResponseSchema, idParamsSchema, idSchema, timestampSchema } from './common.ts';
import { listQuerySchema } from './paging.ts';

/** Hours for which a free seat is kept for the first student in line. After that, it is offered to the next one. */
export const SEAT_RESERVATION_HOURS = 48;

const placeInLine = {
  position: z.int().min(1).nullable().describe('1 is the next in line; null if not waiting'),
  keptUntil: timestampSchema.nullable().describe('Until when a seat is kept'),
};

/** The caller's place on the waiting list of a class. */
export const waitingListStatusSchema = z
  .object({
    ...placeInLine,
    canJoin: z.boolean().describe('Whether the caller may join: the class has no seat for them'),
  })
  .meta({ id: 'WaitingListStatus' });

/** A waiting list that the caller is on. */
export const waitingListEntrySchema = z
  .object({
    _id: idSchema,
    classId: idSchema,
    title: z.string(),
    joinedAt: timestampSchema,
    ...placeInLine,
  })
  .meta({ id: 'WaitingListEntry' });

export type WaitingListStatus = z.infer<typeof waitingListStatusSchema>;
export type WaitingListEntry = z.infer<typeof waitingListEntrySchema>;

export const WAITING_LIST_SORTS = ['newest'] as const;

const tag = 'Waiting lists';

export const getWaitingListStatus = defineCall({
  method: 'GET',
  path: '/classes/:id/waiting-list',
  summary: 'The caller’s status on the waiting list of a class',
  tag,
  authorization: 'required',
  params: idParamsSchema,
  response: waitingListStatusSchema,
});

export const joinWaitingList = defineCall({
  method: 'PUT',
  path: '/classes/:id/waiting-list',
  summary: 'Join the waiting list of a full class; repeating the call keeps the place',
  tag,
  authorization: 'required',
  limit: 'writing',
  params: idParamsSchema,
  response: waitingListStatusSchema,
});

export const leaveWaitingList = defineCall({
  method: 'DELETE',
  path: '/classes/:id/waiting-list',
  summary: 'Leave the waiting list of a class, or give up the seat that is reserved for the caller',
  tag,
  authorization: 'required',
  limit: 'writing',
  params: idParamsSchema,
  response: deletedResponseSchema,
});

export const listWaitingLists = defineCall({
  method: 'GET',
  path: '/waiting-lists',
  summary: 'The waiting lists that the caller is on, newest first',
  tag,
  authorization: 'required',
  query: listQuerySchema(WAITING_LIST_SORTS).omit({ q: true }),
  response: z.array(waitingListEntrySchema),
});
