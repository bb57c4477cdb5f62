import { queryOptions } from '@tanstack/react-query';
import { isTeacher } from '#contract/teacher-requests.ts';
import { createUser, isAdmin } from '#contract/users.ts';
import { request } from './api-client.ts';

export const roleKeys = { all: ['role'] as const };

/** The two flags of spec section 6; admin takes precedence over teacher. */
export const roleQuery = (email: string) =>
  queryOptions({
    queryKey: [...roleKeys.all, email],
    queryFn: async () => {
      const params = { email };
      const [admin, teacher] = await Promise.all([
        request(isAdmin, { params }),
        request(isTeacher, { params }),
      ]);
      return admin.data.admin
        ? ('admin' as const)
        : teacher.data.teacher
          ? ('teacher' as const)
          : ('student' as const);
    },
  });

export const recordUser = async (user: { email: string; name?: string; photo?: string }) =>
  (await request(createUser, { body: user })).data;
