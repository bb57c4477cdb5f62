import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import * as calls from '#contract/assignments.ts';
import { request, requestPage } from './client/api-client.ts';

export const assignmentKeys = { all: ['assignments'] as const };

export const progressQuery = (classId: string) =>
  queryOptions({
    queryKey: [...assignmentKeys.all, 'progress', classId],
    queryFn: async () => (await request(calls.getClassProgress, { params: { id: classId } })).data,
  });

export const submissionsQuery = (classId: string, query: calls.SubmissionQuery) =>
  queryOptions({
    queryKey: [...assignmentKeys.all, 'submissions', classId, query],
    queryFn: () => requestPage(calls.listSubmissions, { params: { id: classId }, query }),
    placeholderData: keepPreviousData,
  });

/** The caller's classes with submissions to grade. */
export const ungradedClassesQuery = queryOptions({
  queryKey: [...assignmentKeys.all, 'ungraded'],
  queryFn: async () => (await request(calls.listUngradedClasses)).data,
});

export const ownSubmissionQuery = (classId: string) =>
  queryOptions({
    queryKey: [...assignmentKeys.all, 'own', classId],
    queryFn: async () => (await request(calls.getOwnSubmission, { params: { id: classId } })).data.submission,
  });

/** Creates a short-lived link to a ZIP archive of a class's submissions. */
export const fetchSubmissionFilesLink = async (classId: string): Promise<string> =>
  (await request(calls.getSubmissionFilesLink, { params: { id: classId } })).data.address;

export const setAssignment = async (classId: string, body: calls.AssignmentInput) =>
  (await request(calls.setAssignment, { params: { id: classId }, body })).data;

export const submitAssignment = async (classId: string, body: calls.SubmissionInput) =>
  (await request(calls.submitAssignment, { params: { id: classId }, body })).data;

export const gradeSubmission = async (id: string, body: calls.GradeInput) =>
  (await request(calls.gradeSubmission, { params: { id }, body })).data;
