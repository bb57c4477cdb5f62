import { useEffect, useRef, useState } from 'react';
import type { Answer, Question as Asked, QuestionRights } from '#contract/questions.ts';
import { acceptAnswer, answerQuestion } from '#web/calls/questions.ts';
import { useDraft } from '#web/forms/use-draft.ts';
import { Post, type PostAction, type Told } from './post.tsx';
import { PostForm } from './post-form.tsx';

interface QuestionProps {
  question: Asked;
  rights: QuestionRights;
  /** Email of the user, whose drafts are kept. */
  viewer: string;
  onChanged: Told;
}

const acceptance = ({ _id, isAccepted, author }: Answer): PostAction => {
  const label = isAccepted ? 'Undo accepting' : 'Accept';
  return {
    label,
    name: `${label} the answer of ${author.name}`,
    change: () => acceptAnswer(_id, !isAccepted),
    told: isAccepted ? 'The answer is no longer accepted' : 'The answer is accepted',
  };
};

const AnswerForm = ({
  question,
  viewer,
  onChanged,
  onClose,
}: Omit<QuestionProps, 'rights'> & { onClose: () => void }) => {
  const [text, setText] = useDraft(`answer ${question._id} ${viewer}`);
  const send = async () => {
    await answerQuestion(question._id, text);
    setText('');
    onClose();
    await onChanged('Your answer was posted');
  };
  return (
    <PostForm
      label="Your answer"
      action="Post answer"
      text={text}
      onChange={setText}
      onSend={send}
      onCancel={onClose}
    />
  );
};

/** A question with its answers. */
export const Question = ({ question, rights, viewer, onChanged }: QuestionProps) => {
  const [isAnswering, setIsAnswering] = useState(false);
  const answerButton = useRef<HTMLButtonElement>(null);
  const wasAnswering = useRef(false);
  useEffect(() => {
    if (wasAnswering.current && !isAnswering) answerButton.current?.focus();
    wasAnswering.current = isAnswering;
  }, [isAnswering]);
  const { answers, author } = question;
  return (
    <article
      id={`question-${question._id}`}
      aria-label={`Question from ${author.name}`}
      className="panel grid scroll-mt-24 gap-5 p-4 sm:p-5"
    >
      <Post post={question} kind="question" onChanged={onChanged} />
      {answers.length > 0 && (
        <ul aria-label="Answers" className="grid gap-5 border-s-2 border-base-300 ps-4 sm:ms-5">
          {answers.map((answer) => (
            <li key={answer._id}>
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
      {rights.answer &&
        question.hiddenReason === undefined &&
        (isAnswering ? (
          <AnswerForm
            question={question}
            viewer={viewer}
            onChanged={onChanged}
            onClose={() => setIsAnswering(false)}
          />
        ) : (
          <button
            ref={answerButton}
            type="button"
            className="btn btn-outline btn-sm justify-self-start"
            aria-label={`Answer the question of ${author.name}`}
            onClick={() => setIsAnswering(true)}
          >
            Answer
          </button>
        ))}
    </article>
  );
};
