import { useQuery } from '@tanstack/react-query';
import { curriculumQuery } from '#web/calls/curriculum.ts';
import { CURRENT } from '#web/calls/client/query-client.ts';
import { formatMinutes } from '#web/curriculum/format-minutes.ts';
import { LESSON_KIND } from '#web/curriculum/lesson-kinds.ts';
import { PATHS } from '#web/paths.ts';
import { Link } from '#web/routing/link.tsx';
import { LoadError } from '#web/ui/load-error.tsx';

/** The published lessons of a class that is reviewed. Each opens in a new tab, so that the review stays open. */
export const ClassLessons = ({ classId }: { classId: string }) => {
  const { data, isPending, refetch } = useQuery({ ...curriculumQuery(classId), ...CURRENT });
  if (isPending) return <p role="status">Loading the lessons...</p>;
  if (!data) return <LoadError title="The lessons could not be loaded" onRetry={() => void refetch()} />;
  const { sections, lessons, minutes } = data;
  if (lessons === 0) return <p>This class has no published lessons.</p>;
  return (
    <section className="grid gap-2" aria-labelledby="lessons">
      <h3 id="lessons" className="font-bold">
        Lessons{' '}
        <span className="muted text-sm font-normal">
          {lessons}
          {minutes > 0 && ` · ${formatMinutes(minutes)}`}
        </span>
      </h3>
      {sections.map(({ _id, title, lessons: entries }) => (
        <div key={_id} className="grid gap-1">
          <h4 dir="auto" className="text-sm font-semibold wrap-anywhere">
            {title}
          </h4>
          <ul className="grid gap-1 text-sm">
            {entries.map((lesson) => {
              const { Icon } = LESSON_KIND[lesson.kind];
              return (
                <li key={lesson._id} className="flex min-w-0 items-start gap-2">
                  <Icon className="mt-0.5 size-4 shrink-0 text-primary" aria-hidden="true" />
                  {/* Loads the document, because this page's policy does not allow the players. */}
                  <Link
                    to={PATHS.lesson(lesson._id)}
                    reloadDocument
                    target="_blank"
                    className="link min-h-6 min-w-0 wrap-anywhere"
                  >
                    <bdi>{lesson.title}</bdi>
                  </Link>
                </li>
              );
            })}
          </ul>
        </div>
      ))}
    </section>
  );
};
