import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import * as calls from '#contract/teacher-requests.ts';
import { request, requestPage } from './client/api-client.ts';

export const teacherRequestKeys = { all: ['teacher-requests'] as const };

export const ownTeacherRequestQuery = (email: string) =>
  queryOptions({
    queryKey: [...teacherRequestKeys.all, 'own', email],
    queryFn: async () => (await request(calls.getOwnTeacherRequest)).data.request,
  });

export const teacherRequestsQuery = (query: calls.TeacherRequestQuery) =>
  queryOptions({
    queryKey: [...teacherRequestKeys.all, 'list', query],
    queryFn: () => requestPage(calls.listTeacherRequests, { query }),
    placeholderData: keepPreviousData,
  });

export const createTeacherRequest = async (input: calls.TeacherRequestInput) =>
  (await request(calls.createTeacherRequest, { body: input })).data;

export const approveTeacherRequest = async (id: string) =>
  (await request(calls.approveTeacherRequest, { params: { id } })).data;

export const rejectTeacherRequest = async (id: string, reason: string) =>
  (await request(calls.rejectTeacherRequest, { params: { id }, body: { reason } })).data;
