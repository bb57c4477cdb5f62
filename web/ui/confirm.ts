import type { ReactNode } from 'react';
import { createSlot } from './slot.ts';

interface Question {
  title: string;
  /** What the question is about, if its title does not say so. */
  subject?: string;
  text: ReactNode;
  confirm: string;
  /** CSS class of the confirm button. */
  buttonClass: string;
  /** The label of the other button. Default: Cancel */
  cancel?: string;
}

interface AskedQuestion extends Question {
  /** @param isConfirmed undefined if the dialog was closed without either button */
  onAnswer: (isConfirmed: boolean | undefined) => void;
}

export const questionSlot = createSlot<AskedQuestion>();

/**
 * Asks a question in a modal dialog with the focus on the button that does not confirm, the safe choice.
 * @param signal closes the dialog
 * @returns whether the user confirmed, or undefined if they closed the dialog or another question replaced it
 */
export const askUser = (question: Question, signal?: AbortSignal): Promise<boolean | undefined> =>
  new Promise((resolve) => {
    questionSlot.get()?.onAnswer(undefined);
    const onAnswer = (isConfirmed: boolean | undefined) => {
      if (questionSlot.get() === asked) questionSlot.set(undefined);
      resolve(isConfirmed);
    };
    const asked = { ...question, onAnswer };
    signal?.addEventListener('abort', () => onAnswer(undefined));
    questionSlot.set(asked);
  });

/** Asks whether to do something. @returns whether the user confirmed */
export const confirm = async (question: Question): Promise<boolean> => (await askUser(question)) === true;
