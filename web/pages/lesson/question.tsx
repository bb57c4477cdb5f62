import { useState } from 'react';
import type { Question as Asked, QuestionRights } from '#contract/questions.ts';
import { TEXT_LIMITS } from '#contract/text-limits.ts';
import { answerQuestion } from '#web/calls/questions.ts';
import { useDraft } from '#web/forms/use-draft.ts';
import { TextForm } from '#web/forms/text-form.tsx';
import { useReturnFocus } from '#web/forms/use-return-focus.ts';
import { Answers } from './answers.tsx';
import { Post, type ShowMessage } from './post.tsx';

interface QuestionProps {
  question: Asked;
  rights: QuestionRights;
  /** The user's email, under which drafts are kept. */
  viewer: string;
  onChanged: ShowMessage;
}

const AnswerForm = ({
  question,
  viewer,
  onChanged,
  onClose,
  onSent,
}: Omit<QuestionProps, 'rights'> & { onClose: () => void; onSent: () => void }) => {
  const [text, setText, empty] = useDraft(`answer ${question._id} ${viewer}`);
  const send = async () => {
    await answerQuestion(question._id, text);
    empty(text);
    onClose();
    onSent();
    await onChanged('Your answer was posted');
  };
  return (
    <TextForm
      maxLength={TEXT_LIMITS.question}
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
  const [isOpen, setIsOpen] = useState(false);
  const answerButton = useReturnFocus(isAnswering);
  const { author } = question;
  return (
    <article
      id={`question-${question._id}`}
      aria-label={`Question from ${author.name}`}
      className="panel grid scroll-mt-24 gap-5 p-4 sm:p-5"
    >
      <Post post={question} kind="question" onChanged={onChanged} />
      <Answers
        question={question}
        rights={rights}
        viewer={viewer}
        isOpen={isOpen}
        onOpen={() => setIsOpen(true)}
        onChanged={onChanged}
      />
      {rights.answer &&
        question.hiddenReason === undefined &&
        (isAnswering ? (
          <AnswerForm
            question={question}
            viewer={viewer}
            onChanged={onChanged}
            onClose={() => setIsAnswering(false)}
            // Opens the list, because the new answer is its last one.
            onSent={() => setIsOpen(true)}
          />
        ) : (
          <button
            ref={answerButton}
            type="button"
            className="btn btn-outline btn-sm justify-self-start"
            aria-label={`Answer the question by ${author.name}`}
            onClick={() => setIsAnswering(true)}
          >
            Answer
          </button>
        ))}
    </article>
  );
};
