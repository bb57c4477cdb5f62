import type { OpenQuestion } from '#contract/questions.ts';
import { PATHS } from '#web/paths.ts';
import { formatDay } from '#web/ui/format-date.ts';
import { truncate } from '#web/ui/truncate.ts';

/** The marks around code, which a preview shows without its format. */
const CODE_FENCES = /\s*```\w*\s*/g;
/** In characters. */
const TEXT_PREVIEW = 120;

/** Unanswered questions in the teacher's classes, oldest first. Renders nothing if there are none. */
export const OpenQuestions = ({ rows, total }: { rows: OpenQuestion[]; total: number }) => {
  if (total === 0) return null;
  return (
    <section aria-labelledby="open-questions" className="panel grid grid-cols-1 gap-4 p-5">
      <h2 id="open-questions" className="text-lg">
        {total} unanswered {total === 1 ? 'question' : 'questions'}
      </h2>
      <ul className="grid grid-cols-1 gap-3">
        {rows.map(({ _id, lessonId, title, lesson, text, name, createdAt }) => (
          <li key={_id} className="grid gap-0.5">
            {/* A full page load, because lesson pages have their own policy. */}
            <a href={PATHS.question(lessonId, _id)} dir="auto" className="link font-semibold wrap-anywhere">
              {truncate(text.replace(CODE_FENCES, ' '), TEXT_PREVIEW)}
            </a>
            <span className="muted text-sm wrap-anywhere">
              <bdi>{name}</bdi>, {formatDay(createdAt)} · <bdi>{title}</bdi>: <bdi>{lesson}</bdi>
            </span>
          </li>
        ))}
      </ul>
      {total > rows.length && (
        <p className="muted text-sm">These have waited longest. More appear as you answer them.</p>
      )}
    </section>
  );
};
