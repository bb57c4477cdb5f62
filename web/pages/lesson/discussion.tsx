import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { isId } from '#contract/id.ts';
import { askQuestion, questionKeys, questionQuery, questionsQuery } from '#web/calls/questions.ts';
import { useDraft } from '#web/forms/use-draft.ts';
import { LoadError } from '#web/ui/load-error.tsx';
import { PageSpinner } from '#web/ui/page-spinner.tsx';
import { PostForm } from './post-form.tsx';
import { Question } from './question.tsx';

interface DiscussionProps {
  lessonId: string;
  /** Email of the user. */
  viewer: string;
}

const AskForm = ({ lessonId, viewer, onAsked }: DiscussionProps & { onAsked: () => Promise<void> }) => {
  const [text, setText] = useDraft(`question ${lessonId} ${viewer}`);
  const send = async () => {
    await askQuestion(lessonId, text);
    setText('');
    await onAsked();
  };
  return <PostForm label="Your question" action="Ask" text={text} onChange={setText} onSend={send} />;
};

/** The question that the address names, which may be on a later page of the list. */
const useLinkedQuestion = (viewer: string) => {
  const id = useSearchParams()[0].get('question') ?? undefined;
  const { data, isError } = useQuery({ ...questionQuery(id ?? '', viewer), enabled: isId(id), retry: false });
  const found = data?._id;
  useEffect(() => {
    if (found) document.getElementById(`question-${found}`)?.scrollIntoView({ block: 'start' });
  }, [found]);
  return { linked: data, isGone: isError };
};

/** The questions under a lesson with their answers, for the students of the class, its teacher and admins. */
export const Discussion = ({ lessonId, viewer }: DiscussionProps) => {
  const queryClient = useQueryClient();
  const [announcement, setAnnouncement] = useState('');
  const { data, isError, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } = useInfiniteQuery(
    questionsQuery(lessonId, viewer),
  );
  const { linked, isGone } = useLinkedQuestion(viewer);
  const changed = async (message: string) => {
    await queryClient.invalidateQueries({ queryKey: questionKeys.all });
    setAnnouncement(message);
  };
  if (!data) {
    return isError ? (
      <LoadError title="The questions could not be loaded" onRetry={() => void refetch()} />
    ) : (
      <PageSpinner />
    );
  }
  const { rights } = data.pages[0]!;
  const listed = data.pages.flatMap(({ questions }) => questions);
  const shown = linked ? [linked, ...listed.filter(({ _id }) => _id !== linked._id)] : listed;
  return (
    <>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {isGone && <p className="muted">The question that you followed a link to is no longer here.</p>}
      {rights.ask && (
        <AskForm lessonId={lessonId} viewer={viewer} onAsked={() => changed('Your question was posted')} />
      )}
      {shown.length === 0 && (
        <p className="muted">{rights.ask ? 'No questions yet. Ask the first one.' : 'No questions yet.'}</p>
      )}
      {shown.length > 0 && (
        <ul aria-label="Questions" className="grid grid-cols-1 gap-4">
          {shown.map((question) => (
            <li key={question._id}>
              <Question question={question} rights={rights} viewer={viewer} onChanged={changed} />
            </li>
          ))}
        </ul>
      )}
      {hasNextPage && (
        <button
          type="button"
          className="btn btn-outline justify-self-center"
          disabled={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          Show older questions
        </button>
      )}
    </>
  );
};
