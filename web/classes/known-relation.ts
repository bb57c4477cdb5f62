import type { QueryClient } from '@tanstack/react-query';
import type { Class } from '#contract/classes.ts';
import type { Enrollment } from '#contract/enrollments.ts';
import { classKeys, isOwnClassQuery } from '#web/calls/classes.ts';
import type { Page } from '#web/calls/client/api-client.ts';
import { enrollmentKeys } from '#web/calls/enrollments.ts';

/** What the queries of enrollments return. */
type Loaded = Enrollment[] | Page<Enrollment> | Enrollment | boolean | null;

const rowsOf = (loaded: Loaded | undefined): Enrollment[] => {
  if (!loaded || loaded === true) return [];
  if (Array.isArray(loaded)) return loaded;
  return 'rows' in loaded ? loaded.rows : [loaded];
};

const isEnrolled = (queryClient: QueryClient, email: string, classId: string): boolean =>
  queryClient
    .getQueriesData<Loaded>({ queryKey: enrollmentKeys.all })
    .flatMap(([, loaded]) => rowsOf(loaded))
    .some((enrollment) => enrollment.email === email && enrollment.myClass._id === classId);

const isTeacher = (queryClient: QueryClient, email: string, offer: Class): boolean =>
  offer.email === email ||
  queryClient.getQueryData(isOwnClassQuery(email, offer._id).queryKey) === true ||
  queryClient
    .getQueriesData<Page<Class>>({ queryKey: [...classKeys.all, 'own', email] })
    .some(([, loaded]) => loaded?.rows.some(({ _id }) => _id === offer._id));

/** A user's relation to a class as far as earlier queries have loaded it. Makes no request. */
export const findKnownRelation = (
  queryClient: QueryClient,
  email: string,
  offer: Class,
): 'teacher' | 'student' | undefined => {
  if (isTeacher(queryClient, email, offer)) return 'teacher';
  return isEnrolled(queryClient, email, offer._id) ? 'student' : undefined;
};
