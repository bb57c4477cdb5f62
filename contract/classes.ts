import { z } from 'zod';
import { assignmentSchema } from './assignments.ts';
import { defineCall } from './call.ts';
import { categorySchema, experienceSchema } from './skills.ts';
import { classStatusSchema } from './review.ts';
import {
  emailParamsSchema,
  emailSchema,
  idParamsSchema,
  idSchema,
  imageUrlSchema,
  nameSchema,
  singleLineSchema,
  textSchema,
  timestampSchema,
  dateSchema,
} from './common.ts';
import { TEXT_LIMITS } from './text-limits.ts';
import { priceQuerySchema, priceSchema } from './money.ts';
import { listQuerySchema, TOTAL_COUNT_HEADER } from './paging.ts';

/**
 * A class. `name` is the teacher's name. Only the class's teacher and admins receive `email`, `deleted`, `withdrawn` and
 * `reason`; enrolled students also receive `assignments`.
 */
export const classSchema = z
  .object({
    _id: idSchema,
    name: z.string(),
    teacherId: idSchema.optional().describe('The id of the teacher’s public page, if the class is published'),
    email: z.string().optional(),
    image: z.string(),
    price: z.number().describe('Major units of the currency'),
    title: z.string(),
    experience: experienceSchema,
    category: categorySchema.optional(),
    description: z.string(),
    status: classStatusSchema,
    deleted: z
      .boolean()
      .optional()
      .describe('Whether its teacher has deleted it. They can still open it while it has students.'),
    withdrawn: z
      .boolean()
      .optional()
      .describe('Whether it was published before an admin withdrew it, and is not yet resubmitted'),
    reason: z.string().optional(),
    submittedAt: timestampSchema.optional().describe('When it was first submitted for review; for admins'),
    revision: z.int().optional().describe('Counts the changes; for its teacher and admins'),
    changeWaits: z
      .boolean()
      .optional()
      .describe('Whether a change is pending review; only in the lists of its teacher'),
    changeRejected: z
      .object({ reason: z.string().optional() })
      .optional()
      .describe(
        'The last change, if it was rejected and the class has not been edited since; only in the lists of its teacher',
      ),
    enroll: z.int().min(0),
    rating: z
      .object({ average: z.number(), count: z.int().min(1) })
      .optional()
      .describe('The average of its ratings, 1 to 5 stars, and their number. Absent without ratings.'),
    seats: z.int().optional().describe('Unlimited if absent'),
    seatsLeft: z
      .int()
      .min(0)
      .optional()
      .describe('For callers who are neither on the waiting list nor paying'),
    seatsReserved: z
      .boolean()
      .optional()
      .describe(
        'Whether seats of a full class are reserved, for its waiting list or for somebody who pays, or the class is paused',
      ),
    paused: z
      .boolean()
      .optional()
      .describe('Whether its teacher has paused enrollment. Then no seats are left.'),
    waiting: z.int().min(0).optional().describe('Students on the waiting list: for the teacher and admins'),
    startsOn: z.iso.date().optional(),
    assignments: assignmentSchema.optional(),
  })
  .meta({ id: 'Class' });

/** The maximum number of seats of a class. A class whose number of seats is not set has no limit. */
export const MAX_SEATS = 10_000;

/** Null removes the limit or the date. */
const placesAndDate = {
  seats: z
    .int('Enter a whole number')
    .min(1, 'At least one seat')
    .max(MAX_SEATS, `At most ${MAX_SEATS.toLocaleString('en-US')} seats`)
    .nullable()
    .optional(),
  startsOn: dateSchema.nullable().optional(),
};

/** The Add Class form. `name`, `email` and `status` are accepted, but the server sets its own values. */
export const classInputSchema = z.object({
  name: nameSchema.optional(),
  email: emailSchema.optional(),
  image: imageUrlSchema,
  price: priceSchema,
  title: singleLineSchema(TEXT_LIMITS.title, 'Title'),
  experience: experienceSchema,
  category: categorySchema.nullable().optional(),
  description: textSchema(TEXT_LIMITS.description, 'Description'),
  status: z.string().optional(),
  ...placesAndDate,
});

export const classUpdateSchema = classInputSchema
  .pick({ image: true, price: true, title: true, description: true })
  .extend({
    experience: experienceSchema.optional(),
    category: categorySchema.nullable().optional(),
    ...placesAndDate,
  });

export const CLASS_SORTS = [
  'price',
  '-price',
  '-enroll',
  '-rating',
  'newest',
  'title',
  '-title',
  'name',
  '-name',
  'experience',
  '-experience',
  'status',
  '-status',
] as const;
/** The sort orders that support cursor pagination. */
export const CURSOR_SORTS = ['price', '-price', '-enroll', 'newest'] as const;

export const classFilterSchema = listQuerySchema(CLASS_SORTS).extend({
  status: classStatusSchema.optional(),
  category: categorySchema.optional(),
  experience: experienceSchema.optional(),
  minPrice: priceQuerySchema.optional(),
  maxPrice: priceQuerySchema.optional(),
  teacher: idSchema.optional().describe('The id of a teacher: only their classes'),
  sameTeacherAs: idSchema.optional().describe('The id of a class: only classes of the same teacher'),
});

/** `page` selects a page by its number, `cursor` by the end of the previous page, which costs the same at any depth. */
export const classQuerySchema = classFilterSchema
  .extend({ cursor: z.string().max(200).optional() })
  .refine(({ page, cursor }) => page === undefined || cursor === undefined, {
    error: 'Use either page or cursor, not both',
    path: ['cursor'],
  });

export type Class = z.infer<typeof classSchema>;
export type ClassInput = z.infer<typeof classInputSchema>;
export type ClassUpdate = z.infer<typeof classUpdateSchema>;
export type ClassFilter = z.infer<typeof classFilterSchema>;
export type ClassQuery = z.infer<typeof classQuerySchema>;

/** The header with the cursor of the next page. The last page has none. */
export const NEXT_CURSOR_HEADER = 'x-next-cursor';

const tag = 'Classes';

export const listClasses = defineCall({
  method: 'GET',
  path: '/classes',
  summary: `Classes visible to the caller. ${TOTAL_COUNT_HEADER}: total count; ${NEXT_CURSOR_HEADER}: cursor of the next page`,
  tag,
  authorization: 'optional',
  query: classQuerySchema,
  response: z.array(classSchema),
});

export const getClassTotals = defineCall({
  method: 'GET',
  path: '/classes/totals',
  summary: 'The number of published classes and of their enrollments',
  tag,
  authorization: 'none',
  response: z.object({ classes: z.int().min(0), enrollments: z.int().min(0) }),
});

export const getClass = defineCall({
  method: 'GET',
  path: '/classes/:id',
  summary: 'One class',
  tag,
  authorization: 'optional',
  params: idParamsSchema,
  response: classSchema,
});

export const listClassesOfTeacher = defineCall({
  method: 'GET',
  path: '/classes/teacher/:email',
  summary: "A teacher's own classes, in every status. Only the teacher receives drafts.",
  tag,
  authorization: 'required',
  params: emailParamsSchema,
  query: classFilterSchema,
  response: z.array(classSchema),
});
