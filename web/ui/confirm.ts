import { createSlot } from './slot.ts';

interface Question {
  title: string;
  text: string;
  confirm: string;
  /** CSS class of the confirm button. */
  buttonClass: string;
}

interface AskedQuestion extends Question {
  onAnswer: (isConfirmed: boolean) => void;
}

export const questionSlot = createSlot<AskedQuestion>();

/** Shows a modal confirmation dialog with the focus on Cancel, the safe choice. @returns whether the user confirmed */
export const confirm = (question: Question): Promise<boolean> =>
  new Promise((resolve) => {
    // A question that is replaced by another one counts as not confirmed.
    questionSlot.get()?.onAnswer(false);
    const onAnswer = (isConfirmed: boolean) => {
      questionSlot.set(undefined);
      resolve(isConfirmed);
    };
    questionSlot.set({ ...question, onAnswer });
  });
