import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/class-students.ts';
import type { Database } from '../../database/client.ts';
import { teacher } from '../../http/access.ts';
import { sendCsv } from '../../http/csv.ts';
import { route } from '../../http/route.ts';
import { sendList } from '../../http/send-list.ts';
import { requireTaughtClass } from '../classes/own-class.ts';
import { countDone, countStudents, listStudents, type StudentRow } from './students.repository.ts';

const present = ({
  id,
  name,
  image,
  enrolledAt,
  progress: { done, seenAt },
  marks,
  hasSubmitted,
  hasCertificate,
}: StudentRow): calls.ClassStudent => ({
  _id: id,
  name,
  image,
  enrolledAt: enrolledAt.toISOString(),
  done,
  ...(seenAt !== null && { seenAt: new Date(seenAt).toISOString() }),
  marks,
  hasSubmitted,
  hasCertificate,
});

const describeWork = ({ marks, hasSubmitted }: StudentRow): string => {
  if (marks !== null) return 'graded';
  return hasSubmitted ? 'to grade' : 'not submitted';
};

const CSV_COLUMNS = ['student', 'enrolled', 'lessons done', 'last seen', 'marks', 'certificate', 'work'];

const toCsvRow = (row: StudentRow) => {
  const { name, enrolledAt, done, seenAt = null, marks, hasCertificate } = present(row);
  return {
    student: name,
    enrolled: enrolledAt,
    'lessons done': done,
    'last seen': seenAt,
    marks,
    certificate: hasCertificate ? 'yes' : 'no',
    work: describeWork(row),
  };
};

/** Registers the calls with which teachers see the students of a class and how far they are. */
export const registerStudentRoutes = (app: FastifyInstance, db: Database): void => {
  route(app, calls.listClassStudents, teacher, async ({ caller, params, query, reply }) => {
    await requireTaughtClass(db, caller, params.id);
    return sendList(reply, calls.classStudentSchema, present, listStudents(db, params.id, query), query);
  });

  route(app, calls.getLessonCounts, teacher, async ({ caller, params }) => {
    await requireTaughtClass(db, caller, params.id);
    const [students, lessons] = await Promise.all([countStudents(db, params.id), countDone(db, params.id)]);
    return { students, lessons };
  });

  route(app, calls.exportClassStudents, teacher, async ({ caller, params, reply }) => {
    await requireTaughtClass(db, caller, params.id);
    return sendCsv(reply, 'students.csv', listStudents(db, params.id, {}), CSV_COLUMNS, toCsvRow);
  });
};
