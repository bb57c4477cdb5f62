import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  enrollForFree as enrollForFreeCall,
  type EnrollmentQuery,
  leaveClass as leaveClassCall,
  listEnrollments,
} from '#contract/enrollments.ts';
import { listSuggestions } from '#contract/suggestions.ts';
import { request, requestPage } from './client/api-client.ts';

export const enrollmentKeys = { all: ['enrollments'] as const };

export const enrollmentsQuery = (email: string) =>
  queryOptions({
    queryKey: [...enrollmentKeys.all, email],
    queryFn: async () => (await request(listEnrollments, { query: { email } })).data,
  });

export const enrollmentPageQuery = (query: EnrollmentQuery) =>
  queryOptions({
    queryKey: [...enrollmentKeys.all, 'page', query],
    queryFn: () => requestPage(listEnrollments, { query }),
    placeholderData: keepPreviousData,
  });

/** Whether a user is enrolled in any class. */
export const hasEnrollmentsQuery = (email: string) =>
  queryOptions({
    queryKey: [...enrollmentKeys.all, 'any', email],
    queryFn: async () => (await request(listEnrollments, { query: { email, limit: 1 } })).data.length > 0,
  });

/** The user's enrollment in a class, or null. */
export const enrollmentInQuery = (email: string, classId: string) =>
  queryOptions({
    queryKey: [...enrollmentKeys.all, 'in', email, classId],
    queryFn: async () => (await request(listEnrollments, { query: { email, classId } })).data[0] ?? null,
  });

/** Classes that a user could take next: none in which they are enrolled. */
export const suggestionsQuery = (email: string) =>
  queryOptions({
    queryKey: [...enrollmentKeys.all, 'suggestions', email],
    queryFn: async () => (await request(listSuggestions)).data,
  });

/** Enrolls the caller in a free class. */
export const enrollForFree = async (classId: string) =>
  (await request(enrollForFreeCall, { params: { id: classId } })).data;

/** Ends the caller's enrollment in a class that they have not paid for. */
export const leaveClass = async (classId: string) =>
  (await request(leaveClassCall, { params: { id: classId } })).data;
