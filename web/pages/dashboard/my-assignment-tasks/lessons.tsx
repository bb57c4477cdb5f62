import { formatMinutes } from '#web/curriculum/format-minutes.ts';
import { LessonList } from '#web/learning/lesson-list.tsx';
import { ProgressLine } from '#web/learning/progress-line.tsx';
import { ResumeLink } from '#web/learning/resume-link.tsx';
import { useLearning } from '#web/learning/use-learning.ts';
import { useSignedInUser } from '#web/session/session-context.ts';
import { LoadError } from '#web/ui/load-error.tsx';
import { PageSpinner } from '#web/ui/page-spinner.tsx';

/** The lessons of a class with the student's progress and a link to resume. */
export const Lessons = ({ classId }: { classId: string }) => {
  const { email } = useSignedInUser();
  const { sections, lessons, minutes, learning, isPending, retry } = useLearning(classId, email);
  if (isPending) return <PageSpinner />;
  const { resume, done, isDone } = learning ?? {};
  if (done === undefined) return <LoadError title="The lessons could not be loaded" onRetry={retry} />;
  if (!resume) return null;
  const facts = [
    `${lessons.length} ${lessons.length === 1 ? 'lesson' : 'lessons'}`,
    minutes > 0 && formatMinutes(minutes),
  ].filter(Boolean);
  return (
    <section className="panel grid gap-5 p-4 sm:p-6" aria-labelledby="lessons">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div className="grid gap-1">
          <h2 id="lessons">Lessons</h2>
          <p className="muted text-sm">{facts.join(' · ')}</p>
        </div>
        <ResumeLink lesson={resume} done={done} of={lessons.length} />
      </div>
      <ProgressLine done={done} of={lessons.length} />
      <p className="text-sm">
        {done < lessons.length ? (
          <>
            Next: <bdi className="font-semibold">{resume.title}</bdi>
          </>
        ) : (
          'You’ve done all lessons.'
        )}
      </p>
      <LessonList sections={sections} isDone={isDone} reloadDocument />
    </section>
  );
};
