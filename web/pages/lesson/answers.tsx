import { useQuery } from '@tanstack/react-query';
import type { Answer, Question, QuestionRights } from '#contract/questions.ts';
import { acceptAnswer, otherAnswersQuery } from '#web/calls/questions.ts';
import { FormError } from '#web/ui/form-error.tsx';
import { ShowMoreButton } from '#web/ui/show-more-button.tsx';
import { useShowMore } from '#web/ui/use-show-more.ts';
import { Post, type PostAction, type ShowMessage } from './post.tsx';

const acceptance = ({ _id, isAccepted, author }: Answer): PostAction => {
  const label = isAccepted ? 'Unaccept' : 'Accept';
  return {
    label,
    name: `${label} the answer by ${author.name}`,
    change: () => acceptAnswer(_id, !isAccepted),
    message: isAccepted ? 'The answer is no longer accepted' : 'The answer is accepted',
  };
};

const inWords = (count: number): string => (count === 1 ? '1 more answer' : `${count} more answers`);

interface AnswersProps {
  question: Question;
  rights: QuestionRights;
  /** The user's email. */
  viewer: string;
  /** Whether all answers are shown, not only the first ones. */
  isOpen: boolean;
  onOpen: () => void;
  onChanged: ShowMessage;
}

/** The first answers to a question, and the others on request. */
export const Answers = ({ question, rights, viewer, isOpen, onOpen, onChanged }: AnswersProps) => {
  const { answers, answerCount, nextAnswers } = question;
  const { data, isError, isFetching, refetch } = useQuery({
    ...otherAnswersQuery(question._id, viewer, nextAnswers ?? 0),
    enabled: isOpen && nextAnswers !== null,
    placeholderData: (previous) => previous,
  });
  const others = isOpen && nextAnswers !== null ? (data ?? []) : [];
  const shown = [...answers, ...others.filter(({ _id }) => !answers.some((answer) => answer._id === _id))];
  const isLoading = isOpen && isFetching;
  const { list, announcement, ask } = useShowMore({
    count: shown.length,
    isLoading,
    describeNew: (more) => `${inWords(more)} shown`,
  });
  const showOthers = () => {
    ask();
    onOpen();
    if (isError) void refetch();
  };
  const label = `Show ${inWords(answerCount - answers.length)}`;
  return (
    <>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {shown.length > 0 && (
        <ul ref={list} aria-label="Answers" className="grid gap-5 border-s-2 border-base-300 ps-4 sm:ms-5">
          {shown.map((answer) => (
            <li key={answer._id} tabIndex={-1} className="rounded-field">
              <Post
                post={answer}
                kind="answer"
                onChanged={onChanged}
                more={rights.accept ? acceptance(answer) : undefined}
              />
            </li>
          ))}
        </ul>
      )}
      {isOpen && isError && !data && <FormError>The other answers could not be loaded.</FormError>}
      {nextAnswers !== null && (!isOpen || !data) && (
        <ShowMoreButton
          label={label}
          name={`${label} to the question by ${question.author.name}`}
          className="btn-ghost btn-sm justify-self-start"
          isLoading={isLoading}
          onClick={showOthers}
        />
      )}
    </>
  );
};
