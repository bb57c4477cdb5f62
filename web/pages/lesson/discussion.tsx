import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { isId } from '#contract/id.ts';
import { TEXT_LIMITS } from '#contract/text-limits.ts';
import { isMissing } from '#web/calls/client/api-error.ts';
import { askQuestion, questionKeys, questionQuery, questionsQuery } from '#web/calls/questions.ts';
import { useDraft } from '#web/forms/use-draft.ts';
import { TextForm } from '#web/forms/text-form.tsx';
import { useSearchParams } from '#web/routing/router-context.ts';
import { useLocation } from '#web/routing/screens.tsx';
import { FormError } from '#web/ui/form-error.tsx';
import { LoadError } from '#web/ui/load-error.tsx';
import { PageSpinner } from '#web/ui/page-spinner.tsx';
import { ShowMoreButton } from '#web/ui/show-more-button.tsx';
import { useShowMore } from '#web/ui/use-show-more.ts';
import { OfflinePart } from './offline-part.tsx';
import { Question } from './question.tsx';

interface DiscussionProps {
  lessonId: string;
  /** The user's email. */
  viewer: string;
}

const AskForm = ({ lessonId, viewer, onAsked }: DiscussionProps & { onAsked: () => Promise<void> }) => {
  const [text, setText, empty] = useDraft(`question ${lessonId} ${viewer}`);
  const send = async () => {
    await askQuestion(lessonId, text);
    empty(text);
    await onAsked();
  };
  return (
    <TextForm
      maxLength={TEXT_LIMITS.question}
      label="Your question"
      action="Ask"
      text={text}
      onChange={setText}
      onSend={send}
    />
  );
};

/**
 * The question named in the address, which may be on a later page of the list. It is scrolled to and has the focus.
 * @param isListShown whether the questions are shown
 */
const useLinkedQuestion = (viewer: string, isListShown: boolean) => {
  const id = useSearchParams()[0].get('question') ?? undefined;
  const { data, error, refetch } = useQuery({ ...questionQuery(id ?? '', viewer), enabled: isId(id) });
  const isGone = error !== null && isMissing(error);
  const linked = isGone ? undefined : data;
  const found = linked?._id;
  const { key } = useLocation();
  useEffect(() => {
    if (!found || !isListShown) return;
    const question = document.getElementById(`question-${found}`);
    question?.scrollIntoView({ block: 'start' });
    // Not while the user is writing or sending: the question may load late.
    if (!document.activeElement?.matches('input, textarea, select, form *'))
      question?.closest('li')?.focus({ preventScroll: true });
    // Following the link again leads there again.
  }, [found, isListShown, key]);
  return { linked, isGone, hasFailed: error !== null && !isGone && !data, refetch };
};

/** The questions and answers below a lesson, for the students of the class, its teacher and admins. */
export const Discussion = ({ lessonId, viewer }: DiscussionProps) => {
  const queryClient = useQueryClient();
  const [announcement, setAnnouncement] = useState('');
  const questions = useInfiniteQuery(questionsQuery(lessonId, viewer));
  const { data, isError, isPaused, isFetchingNextPage } = questions;
  const { linked, isGone, hasFailed, refetch } = useLinkedQuestion(viewer, data !== undefined);
  const listed = data?.pages.flatMap((page) => page.questions) ?? [];
  const shown = linked ? [linked, ...listed.filter(({ _id }) => _id !== linked._id)] : listed;
  const {
    list,
    announcement: olderShown,
    ask,
  } = useShowMore({
    count: shown.length,
    isLoading: isFetchingNextPage,
    describeNew: (more) => `${more} older ${more === 1 ? 'question' : 'questions'} shown`,
  });
  const changed = async (message: string) => {
    await queryClient.invalidateQueries({ queryKey: questionKeys.all });
    setAnnouncement(message);
  };
  if (!data) {
    if (isPaused) return <OfflinePart what="The questions" />;
    return isError ? (
      <LoadError title="The questions could not be loaded" onRetry={() => void questions.refetch()} />
    ) : (
      <PageSpinner />
    );
  }
  const { rights } = data.pages[0]!;
  return (
    <>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <p role="status" className="sr-only">
        {olderShown}
      </p>
      {isGone && <p className="muted">The linked question is no longer here.</p>}
      {hasFailed && (
        <LoadError title="The linked question could not be loaded" onRetry={() => void refetch()} />
      )}
      {rights.ask && (
        <AskForm lessonId={lessonId} viewer={viewer} onAsked={() => changed('Your question was posted')} />
      )}
      {shown.length === 0 && (
        <p className="muted">{rights.ask ? 'No questions yet. Ask the first one.' : 'No questions yet.'}</p>
      )}
      {shown.length > 0 && (
        <ul ref={list} aria-label="Questions" className="grid grid-cols-1 gap-4">
          {shown.map((question) => (
            <li key={question._id} tabIndex={-1} className="rounded-box">
              <Question question={question} rights={rights} viewer={viewer} onChanged={changed} />
            </li>
          ))}
        </ul>
      )}
      {questions.isFetchNextPageError && <FormError>The older questions could not be loaded.</FormError>}
      {questions.hasNextPage && (
        <ShowMoreButton
          label="Show older questions"
          className="btn-outline justify-self-center"
          isLoading={isFetchingNextPage}
          onClick={() => {
            ask();
            void questions.fetchNextPage();
          }}
        />
      )}
    </>
  );
};
