import type { FastifyInstance } from 'fastify';
import { isTeacher } from '#contract/teacher-requests.ts';
import type { Database } from '../../database/client.ts';
import { selfOrAdmin } from '../../http/access.ts';
import { route } from '../../http/route.ts';
import { findRole } from '../users/users.repository.ts';

export const registerTeacherRequestRoutes = (app: FastifyInstance, db: Database): void => {
  route(app, isTeacher, selfOrAdmin, async ({ params }) => ({
    teacher: (await findRole(db, params.email)) === 'teacher',
  }));
};
