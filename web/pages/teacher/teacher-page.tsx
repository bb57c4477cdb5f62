import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import type { Params } from 'react-router';
import { isId } from '#contract/id.ts';
import { COUNTED_ENTRIES, PAGE_SIZE } from '#contract/paging.ts';
import { classPageQuery } from '#web/calls/classes.ts';
import { isMissing } from '#web/calls/client/api-error.ts';
import { teacherQuery } from '#web/calls/teachers.ts';
import { ClassGrid, ClassGridSkeleton } from '#web/classes/class-grid.tsx';
import { Pagination } from '#web/lists/pagination.tsx';
import { readPage } from '#web/lists/read-page.ts';
import { PATHS } from '#web/paths.ts';
import { deferred } from '#web/rendering/deferred.ts';
import { partOf } from '#web/rendering/later.tsx';
import type { PageHandle } from '#web/rendering/page-handle.ts';
import { useSearchParams } from '#web/routing/router-context.ts';
import { useParams } from '#web/routing/screens.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { MissingPage } from '#web/ui/missing-page.tsx';
import { PendingPage } from '#web/ui/page-spinner.tsx';
import { TeacherProfile } from './teacher-profile.tsx';

/** Ids are compared without regard to case. */
const idOf = ({ id = '' }: Params): string => id.toLowerCase();
const pageOf = (search: URLSearchParams): number => readPage(search.get('page'));
const searchOf = (page: number): string => (page > 1 ? `?page=${page}` : '');

/** The published classes of a teacher, the most popular first. */
const classesQuery = (teacher: string, page: number) =>
  classPageQuery({ status: 'approve', sort: '-enroll', teacher, page, limit: PAGE_SIZE.classes });

/** Loaded only for a page after the last one. */
const loadPastTheEnd = deferred(() => import('#web/lists/past-the-end.tsx'));

const PastTheEnd = partOf(loadPastTheEnd, (loaded) => loaded.PastTheEnd);

export const handle: PageHandle = {
  address: ({ params, search }) =>
    isId(params.id) ? `${PATHS.teacher(idOf(params))}${searchOf(pageOf(search))}` : undefined,
  prefetch: async ({ params, search, load }) => {
    const [, page] = await Promise.all([
      load(teacherQuery(idOf(params))),
      load(classesQuery(idOf(params), pageOf(search))),
    ]);
    // Not part of the browser's script.
    if (import.meta.env.SSR && page?.rows.length === 0) await loadPastTheEnd();
  },
};

const Classes = ({ teacherId, page }: { teacherId: string; page: number }) => {
  const { data, isPending, refetch } = useQuery(classesQuery(teacherId, page));
  if (isPending) return <ClassGridSkeleton count={3} />;
  if (!data) return <LoadError title="The classes could not be loaded" onRetry={() => void refetch()} />;
  if (data.rows.length === 0)
    return (
      <Suspense>
        <PastTheEnd first={searchOf(1)} />
      </Suspense>
    );
  return (
    <>
      {/* A link to the teacher would lead to this page. */}
      <ClassGrid classes={data.rows.map((row) => ({ ...row, teacherId: undefined }))} heading="h3" />
      <Pagination
        page={page}
        total={data.total}
        size={PAGE_SIZE.classes}
        noun={['class', 'classes']}
        countLimit={COUNTED_ENTRIES}
        searchOf={searchOf}
      />
    </>
  );
};

/** Who teaches: a teacher with their published classes. */
export const Component = () => {
  const id = idOf(useParams());
  const [search] = useSearchParams();
  const page = pageOf(search);
  const { data, error, isPending, refetch } = useQuery({ ...teacherQuery(id), retryOnMount: false });
  if (isPending) return <PendingPage className="page" heading="Teacher" />;
  if (!data && isMissing(error)) return <MissingPage />;
  return (
    <div className="page grid grid-cols-1 gap-8">
      {data ? (
        <>
          <TeacherProfile teacher={data} canonical={PATHS.teacher(id) + searchOf(page)} />
          <section className="grid grid-cols-1 gap-6" aria-labelledby="classes">
            <h2 id="classes">Classes</h2>
            <Classes teacherId={id} page={page} />
          </section>
        </>
      ) : (
        <LoadError heading="h1" title="The teacher could not be loaded" onRetry={() => void refetch()} />
      )}
    </div>
  );
};
