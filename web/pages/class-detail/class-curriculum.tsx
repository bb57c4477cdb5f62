import { CircleCheck } from 'lucide-react';
import type { Curriculum } from '#contract/curriculum.ts';
import type { LessonEntry } from '#contract/lessons.ts';
import { formatMinutes } from '#web/curriculum/format-minutes.ts';
import { LESSON_KIND } from '#web/curriculum/lesson-kinds.ts';
import { PATHS } from '#web/paths.ts';
import { Link } from '#web/routing/link.tsx';
import { formatDate } from '#web/ui/format-date.ts';

const plural = (count: number, noun: string) => `${count} ${count === 1 ? noun : `${noun}s`}`;

const Outcomes = ({ outcomes }: Pick<Curriculum, 'outcomes'>) => (
  <section className="panel grid gap-4 p-6" aria-labelledby="outcomes">
    <h2 id="outcomes">What you will learn</h2>
    <ul className="grid gap-3 sm:grid-cols-2">
      {outcomes.map((outcome) => (
        <li key={outcome} dir="auto" className="flex min-w-0 items-start gap-2">
          <CircleCheck className="size-5 shrink-0 text-primary" aria-hidden="true" />
          <span className="min-w-0 wrap-anywhere">{outcome}</span>
        </li>
      ))}
    </ul>
  </section>
);

const Entry = ({ lesson: { _id, kind, title, minutes, isPreview } }: { lesson: LessonEntry }) => {
  const { Icon } = LESSON_KIND[kind];
  return (
    <li className="flex items-start justify-between gap-3 border-t border-base-300 py-3">
      <span className="flex min-w-0 items-start gap-2">
        <Icon className="size-5 shrink-0 text-primary" aria-hidden="true" />
        <span className="min-w-0 wrap-anywhere">
          <bdi>{title}</bdi>
          {isPreview && (
            <>
              {' '}
              {/* Loads the document, because this page's policy does not allow the players. */}
              <Link
                to={PATHS.lesson(_id)}
                reloadDocument
                className="link inline-block min-h-6 text-sm font-semibold text-primary"
                aria-label={`Preview: ${title}`}
              >
                Preview
              </Link>
            </>
          )}
        </span>
      </span>
      {minutes !== undefined && <span className="muted shrink-0 text-sm">{formatMinutes(minutes)}</span>}
    </li>
  );
};

/** The curriculum of a class. */
export const ClassCurriculum = ({ curriculum }: { curriculum: Curriculum }) => {
  const { outcomes, sections, lessons, minutes, updatedAt } = curriculum;
  const totals = [
    plural(sections.length, 'section'),
    plural(lessons, 'lesson'),
    minutes > 0 && formatMinutes(minutes),
    updatedAt && `updated ${formatDate(updatedAt.slice(0, 10))}`,
  ].filter(Boolean);
  return (
    <>
      {outcomes.length > 0 && <Outcomes outcomes={outcomes} />}
      {lessons === 0 ? (
        <p className="muted">This class has no lessons yet.</p>
      ) : (
        <section className="panel grid gap-4 p-6" aria-labelledby="curriculum">
          <div className="grid gap-1">
            <h2 id="curriculum">Curriculum</h2>
            <p className="muted text-sm">{totals.join(' · ')}</p>
          </div>
          <div className="grid gap-3">
            {sections.map(({ _id, title, lessons: entries }, index) => (
              <details key={_id} open={index === 0} className="rounded-field border border-base-300">
                <summary className="cursor-pointer p-4 font-semibold wrap-anywhere">
                  <bdi>{title}</bdi>{' '}
                  <span className="muted text-sm font-normal whitespace-nowrap">
                    {plural(entries.length, 'lesson')}
                  </span>
                </summary>
                <ul className="px-4">
                  {entries.map((lesson) => (
                    <Entry key={lesson._id} lesson={lesson} />
                  ))}
                </ul>
              </details>
            ))}
          </div>
        </section>
      )}
    </>
  );
};
