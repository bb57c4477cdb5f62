import type { Queryable } from '../../database/client.ts';
import type { CurrentUser } from '../../http/access.ts';
import { notFound } from '../../http/api-error.ts';
import { requireOwnClass } from '../classes/own-class.ts';
import { findClassOfLesson } from './lessons.repository.ts';
import { findClassOfSection } from './sections.repository.ts';

/** @returns the id of the class @throws ApiError `not_found`, or `forbidden` if another teacher has it */
const requireOwn = async (db: Queryable, caller: CurrentUser, classId: string | undefined, what: string) => {
  if (!classId) throw notFound(what);
  return (await requireOwnClass(db, caller, classId, what)).id;
};

/** Requires a section to be in a class of the teacher. @returns the id of the class @throws ApiError as `requireOwnClass` */
export const requireOwnSection = async (db: Queryable, caller: CurrentUser, id: string): Promise<string> =>
  requireOwn(db, caller, await findClassOfSection(db, id), 'The section');

/** Requires a lesson to be in a class of the teacher. @returns the id of the class @throws ApiError as `requireOwnClass` */
export const requireOwnLesson = async (db: Queryable, caller: CurrentUser, id: string): Promise<string> =>
  requireOwn(db, caller, await findClassOfLesson(db, id), 'The lesson');
