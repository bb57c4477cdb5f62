import { z } from 'zod';
import { defineCall } from './call.ts';
import { idSchema } from './common.ts';
import { PAGE_SIZE } from './paging.ts';

/** Ids of classes, separated by commas. */
const idsSchema = z
  .string()
  .max(PAGE_SIZE.max * 'ffffffff-ffff-ffff-ffff-ffffffffffff,'.length)
  .transform((ids) => ids.split(','))
  .pipe(z.array(idSchema).min(1).max(PAGE_SIZE.max));

const classRelationSchema = z
  .object({ classId: idSchema, as: z.enum(['teacher', 'student']) })
  .meta({ id: 'ClassRelation' });

export const listClassRelations = defineCall({
  method: 'GET',
  path: '/class-relations',
  summary: 'Which of the given classes the caller teaches or is enrolled in',
  tag: 'Enrollments',
  authorization: 'required',
  query: z.object({ ids: idsSchema }),
  response: z.array(classRelationSchema).max(PAGE_SIZE.max),
});

export type ClassRelation = z.infer<typeof classRelationSchema>;
