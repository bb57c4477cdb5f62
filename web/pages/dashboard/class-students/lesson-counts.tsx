import { useQuery } from '@tanstack/react-query';
import { ListTree } from 'lucide-react';
import { lessonCountsQuery } from '#web/calls/class-students.ts';
import { LoadError } from '#web/ui/load-error.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { PageSpinner } from '#web/ui/page-spinner.tsx';
import '#web/learning/learning.css';

/** How many students have completed each lesson, in order. A drop shows where they stop. */
export const LessonCounts = ({ classId }: { classId: string }) => {
  const { data, isPending, refetch } = useQuery(lessonCountsQuery(classId));
  if (isPending) return <PageSpinner />;
  if (!data) return <LoadError title="The lessons could not be loaded" onRetry={() => void refetch()} />;
  const { students, lessons } = data;
  if (lessons.length === 0) return <Notice icon={<ListTree />} title="No published lessons yet" />;
  return (
    <section className="panel grid gap-5 p-4 sm:p-6" aria-labelledby="lesson-counts">
      <div className="grid gap-1">
        <h2 id="lesson-counts">Lessons</h2>
        <p className="muted text-sm">
          How many students have completed each lesson. A drop shows where students stop.
        </p>
      </div>
      <ol className="grid gap-4">
        {lessons.map(({ _id, section, title, done }) => (
          <li key={_id} className="grid gap-2">
            <p className="flex items-start justify-between gap-4 text-sm">
              <span className="min-w-0 wrap-anywhere">
                <bdi className="font-semibold">{title}</bdi>{' '}
                <bdi className="muted block text-sm">{section}</bdi>
              </span>
              <span className="shrink-0 font-semibold">
                {done} of {students}
              </span>
            </p>
            <div className="progress-bar" aria-hidden="true">
              <div style={{ width: `${(100 * done) / Math.max(students, 1)}%` }} />
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
};
