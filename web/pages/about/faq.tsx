import { useQuery } from '@tanstack/react-query';
import { fillIn } from '#web/article/fill-in.ts';
import { questionsIn } from '#web/article/questions-in.ts';
import { OwnText } from '#web/article/site-page.tsx';
import { pageQuery } from '#web/calls/site-pages.ts';
import { useSite } from '#web/meta/site-context.ts';
import { LoadError } from '#web/ui/load-error.tsx';

/** Frequently asked questions. Only one is open at a time. */
export const Faq = () => {
  const { data, isLoadingError, refetch } = useQuery(pageQuery('faq'));
  const { company } = useSite().brand;
  if (isLoadingError)
    return (
      <LoadError title="The frequently asked questions could not be loaded" onRetry={() => void refetch()} />
    );
  if (!data) return null;
  const { before, questions } = questionsIn(data.text);
  return (
    <section className="grid gap-4" aria-labelledby="faq">
      <h2 id="faq">{fillIn(data.title, company)}</h2>
      {data.lead && <p className="muted max-w-2xl text-lg leading-relaxed">{fillIn(data.lead, company)}</p>}
      {before && <OwnText text={before} />}
      <div className="grid gap-3">
        {questions.map(({ question, answer }) => (
          <details key={question} name="faq" className="panel group px-5 py-4">
            <summary className="cursor-pointer font-semibold wrap-anywhere">
              {fillIn(question, company)}
            </summary>
            <div className="muted mt-3">
              <OwnText text={answer} />
            </div>
          </details>
        ))}
      </div>
    </section>
  );
};
