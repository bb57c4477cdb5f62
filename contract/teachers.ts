import { z } from 'zod';
import { defineCall } from './call.ts';
import { classSchema } from './classes.ts';
import { idParamsSchema, idSchema } from './common.ts';
import { experienceSchema } from './skills.ts';

/**
 * What visitors see of a teacher. `title` and `experience` are those of the approved teacher request. The numbers are those
 * of the published classes; a student who is enrolled in two of them counts twice.
 */
export const teacherSchema = z
  .object({
    _id: idSchema,
    name: z.string(),
    photo: z.string(),
    title: z.string().optional(),
    experience: experienceSchema.optional(),
    bio: z.string().optional().describe('Plain text. Absent if it is empty or hidden'),
    classes: z.int().min(1),
    enrollments: z.int().min(0),
    rating: classSchema.shape.rating,
  })
  .meta({ id: 'Teacher' });

export type Teacher = z.infer<typeof teacherSchema>;

export const getTeacher = defineCall({
  method: 'GET',
  path: '/teachers/:id',
  summary: 'A teacher with at least one published class',
  tag: 'Teachers',
  authorization: 'optional',
  params: idParamsSchema,
  response: teacherSchema,
});
