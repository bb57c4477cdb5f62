import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { isTeacher } from '#contract/teacher-requests.ts';
import * as calls from '#contract/users.ts';
import { request, requestPage } from './client/api-client.ts';

export const roleKeys = { all: ['role'] as const };

/**
 * The user's role, from the server's two flags. Admin takes precedence over teacher, although an admin may also
 * teach.
 */
export const roleQuery = (email: string) =>
  queryOptions({
    queryKey: [...roleKeys.all, email],
    queryFn: async () => {
      const params = { email };
      const [admin, teacher] = await Promise.all([
        request(calls.isAdmin, { params }),
        request(isTeacher, { params }),
      ]);
      const teaches = teacher.data.teacher;
      const role = admin.data.admin ? 'admin' : teaches ? 'teacher' : 'student';
      return { role, teaches } as const;
    },
  });

export const recordUser = async (user: { email: string; name?: string; photo?: string }) =>
  (await request(calls.createUser, { body: user })).data;

export const userKeys = { all: ['users'] as const };

export const usersQuery = (query: calls.UserQuery) =>
  queryOptions({
    queryKey: [...userKeys.all, query],
    queryFn: () => requestPage(calls.listUsers, { query }),
    placeholderData: keepPreviousData,
  });

export const promoteUser = async (id: string) => (await request(calls.promoteUser, { params: { id } })).data;

export const revokeAdmin = async (id: string) => (await request(calls.revokeAdmin, { params: { id } })).data;

export const resetSecondFactor = async (id: string) =>
  (await request(calls.resetSecondFactor, { params: { id } })).data;

export const fetchDeletionLoss = async (id: string) =>
  (await request(calls.getDeletionLoss, { params: { id } })).data;

export const deleteUser = async (id: string) => (await request(calls.deleteUser, { params: { id } })).data;
