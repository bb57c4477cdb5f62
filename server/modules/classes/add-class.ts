import { and, eq } from 'drizzle-orm';
import type { ClassInput } from '#contract/classes.ts';
import { MAX_DRAFT_CLASSES, MAX_PENDING_CLASSES } from '#contract/manage-classes.ts';
import { toMinorUnits } from '#contract/money.ts';
import { lockInTransaction } from '../../database/advisory-lock.ts';
import type { Transaction } from '../../database/client.ts';
import { classes } from '../../database/schema.ts';
import { ApiError } from '../../http/api-error.ts';
import { lockAgainstDeletion } from '../users/users.repository.ts';
import { classExists, isListedOf } from './classes.repository.ts';

/** Lets calls that add or submit classes of a teacher wait for each other, so that the classes can be counted. */
export const lockClassesOf = (trx: Transaction, teacherId: string): Promise<void> =>
  lockInTransaction(trx, `classes ${teacherId}`);

const LIMITS = {
  Draft: { count: MAX_DRAFT_CLASSES, message: `You can have at most ${MAX_DRAFT_CLASSES} drafts` },
  Pending: {
    count: MAX_PENDING_CLASSES,
    message: `At most ${MAX_PENDING_CLASSES} of your classes can await review`,
  },
};
type LimitedStatus = keyof typeof LIMITS;

/**
 * Requires that another class of a teacher may have a status. `lockClassesOf` comes first.
 * @throws ApiError `limit_reached` if too many of them have it
 */
export const requireRoomFor = async (
  trx: Transaction,
  teacherId: string,
  status: LimitedStatus,
): Promise<void> => {
  const { count, message } = LIMITS[status];
  if ((await trx.$count(classes, and(isListedOf(teacherId), eq(classes.status, status)))) >= count)
    throw new ApiError('limit_reached', message);
};

/**
 * Adds a draft, or a class that awaits review, with every field of the form, unless there is one with its id.
 * @throws ApiError `limit_reached` if the teacher has too many of them
 */
export const insertClass = async (
  trx: Transaction,
  teacherId: string,
  input: ClassInput & { id: string },
  status: LimitedStatus,
): Promise<void> => {
  await lockAgainstDeletion(trx, teacherId);
  await lockClassesOf(trx, teacherId);
  if (await classExists(trx, input.id)) return;
  await requireRoomFor(trx, teacherId, status);
  await trx.insert(classes).values({ ...input, teacherId, price: toMinorUnits(input.price), status });
};
