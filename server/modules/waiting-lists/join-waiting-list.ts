import type { WaitingListStatus } from '#contract/waiting-lists.ts';
import type { Database, Queryable } from '../../database/client.ts';
import type { CurrentUser } from '../../http/access.ts';
import { ApiError, notFound } from '../../http/api-error.ts';
import { findPublishedClass, lockPublishedClass } from '../classes/classes.repository.ts';
import { findEnrollmentProblem, lockSeats } from '../classes/seats.ts';
import { findEnrollmentId } from '../enrollments/enrollments.repository.ts';
import { lockAgainstDeletion } from '../users/users.repository.ts';
import { addEntry, findPlace, removeEntry } from './waiting-lists.repository.ts';

const NOT_WAITING = { position: null, keptUntil: null };

/** Why a user cannot wait for a seat of a class, or undefined. */
const findObstacle = async (
  db: Queryable,
  { id: userId }: CurrentUser,
  wanted: { id: string; teacherId: string },
): Promise<ApiError | undefined> => {
  if (wanted.teacherId === userId) return new ApiError('own_class', 'You teach this class');
  if (await findEnrollmentId(db, userId, wanted.id))
    return new ApiError('already_enrolled', 'You’re already enrolled in this class');
  if (!(await findEnrollmentProblem(db, wanted.id, userId)))
    return new ApiError('conflict', 'This class has a seat available for you');
  return undefined;
};

/** A user's place on the waiting list of a published class. @throws ApiError `not_found` */
export const findWaitingListStatus = async (
  db: Queryable,
  user: CurrentUser,
  classId: string,
): Promise<WaitingListStatus> => {
  const wanted = await findPublishedClass(db, classId);
  if (!wanted) throw notFound('The class');
  const place = await findPlace(db, user.id, classId);
  if (!place) return { ...NOT_WAITING, canJoin: !(await findObstacle(db, user, wanted)) };
  return { position: place.position, keptUntil: place.keptUntil?.toISOString() ?? null, canJoin: false };
};

/**
 * Adds a user to the end of the waiting list of a full class. A user who is already on it keeps their place.
 * @throws ApiError `not_found`, `own_class`, `already_enrolled`, or `conflict` if there is a seat for them
 */
export const joinWaitingList = (
  db: Database,
  user: CurrentUser,
  classId: string,
): Promise<WaitingListStatus> =>
  db.transaction(async (trx) => {
    await lockAgainstDeletion(trx, user.id);
    const isPublished = await lockPublishedClass(trx, classId);
    const wanted = isPublished ? await findPublishedClass(trx, classId) : undefined;
    if (!wanted) throw notFound('The class');
    if (!(await findPlace(trx, user.id, classId))) {
      const obstacle = await findObstacle(trx, user, wanted);
      if (obstacle) throw obstacle;
      await addEntry(trx, user.id, classId);
    }
    return findWaitingListStatus(trx, user, classId);
  });

/** Takes a user off the waiting list of a class. @returns how many entries they had */
export const leaveWaitingList = (db: Database, { id }: CurrentUser, classId: string): Promise<number> =>
  db.transaction(async (trx) => {
    await lockSeats(trx, classId);
    return removeEntry(trx, id, classId);
  });
