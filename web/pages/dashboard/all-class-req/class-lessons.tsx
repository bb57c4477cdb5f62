import { useQuery } from '@tanstack/react-query';
import type { Curriculum } from '#contract/curriculum.ts';
import { curriculumQuery } from '#web/calls/curriculum.ts';
import { CURRENT } from '#web/calls/client/query-client.ts';
import { formatMinutes } from '#web/curriculum/format-minutes.ts';
import { LESSON_KIND } from '#web/curriculum/lesson-kinds.ts';
import { PATHS } from '#web/paths.ts';
import { Link } from '#web/routing/link.tsx';
import { LoadError } from '#web/ui/load-error.tsx';

const Outcomes = ({ lines }: { lines: string[] }) => (
  <section className="grid gap-2" aria-labelledby="outcomes">
    <h3 id="outcomes" className="font-bold">
      What you will learn
    </h3>
    <ul className="grid list-disc gap-1 ps-5 text-sm">
      {lines.map((line) => (
        <li key={line} dir="auto" className="wrap-anywhere">
          {line}
        </li>
      ))}
    </ul>
  </section>
);

/** Each lesson opens in a new tab, so that the review stays open. */
const Sections = ({ sections, lessons, minutes }: Pick<Curriculum, 'sections' | 'lessons' | 'minutes'>) => (
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
                {lesson.isPreview && <span className="muted shrink-0">Free preview</span>}
              </li>
            );
          })}
        </ul>
      </div>
    ))}
  </section>
);

/** What visitors of the class page read about the content of a class that is reviewed. */
export const ClassLessons = ({ classId }: { classId: string }) => {
  const { data, isPending, refetch } = useQuery({ ...curriculumQuery(classId), ...CURRENT });
  if (isPending) return <p role="status">Loading the lessons...</p>;
  if (!data) return <LoadError title="The lessons could not be loaded" onRetry={() => void refetch()} />;
  const { outcomes, sections, lessons, minutes } = data;
  return (
    <>
      {outcomes.length > 0 && <Outcomes lines={outcomes} />}
      {lessons > 0 ? (
        <Sections {...{ sections, lessons, minutes }} />
      ) : (
        <p className="font-semibold">This class has no published lessons.</p>
      )}
    </>
  );
};
