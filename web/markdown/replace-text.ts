import { changedRange, type Marked } from './mark-text.ts';

/**
 * Replaces a range of a focused field as if the user had typed it, because only such changes can be undone.
 * @returns whether the field has changed
 */
const type = (element: HTMLTextAreaElement, { text, start, end }: Marked): boolean => {
  element.setSelectionRange(start, end);
  const command = text === '' ? 'delete' : 'insertText';
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- nothing else adds to the undo history
  return document.execCommand(command, false, text);
};

/**
 * Changes the text and the selection of a field as a step of the browser's undo history. The focus stays where it is.
 * @param onRefused called with the text if the browser refuses the change; it has to show the text at once
 */
export const replaceText = (
  element: HTMLTextAreaElement,
  { text, start, end }: Marked,
  onRefused: (text: string) => void,
): void => {
  const focused = document.activeElement;
  const range = changedRange(element.value, text);
  if (element.value !== text) {
    // The browser changes only the field that has the focus.
    element.focus({ preventScroll: true });
    // An open dialog keeps the focus, and would be changed instead.
    if (document.activeElement !== element || !type(element, range)) onRefused(text);
  }
  element.setSelectionRange(start, end);
  if (focused !== element && focused instanceof HTMLElement) focused.focus({ preventScroll: true });
};
