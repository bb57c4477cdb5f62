const FOCUSABLE = ['a[href]', 'button', 'input', 'select', 'textarea', '[tabindex="0"]']
  .map((kind) => `${kind}:not(:disabled):not([tabindex="-1"])`)
  .join(', ');

const ROW = 'tr, li';
const GROUP = 'form, nav, [role="group"]';
const SECTION = 'dialog, section, main';

/** The place of the focus, described so that it survives the removal of the focused element. */
export interface FocusPlace {
  element: HTMLElement;
  /** What the element says, which the same control of another row says, too. */
  text: string;
  /** The row of a table or list, then the rows after it and before it, nearest first. */
  rows: Element[];
  /** The surrounding form or group of controls. */
  group: Element | null;
  /** The surrounding sections of the page, innermost first. */
  sections: Element[];
}

const siblings = (from: Element, step: 'nextElementSibling' | 'previousElementSibling'): Element[] => {
  const found: Element[] = [];
  for (let next = from[step]; next; next = next[step]) found.push(next);
  return found;
};

const sectionsAround = (element: Element): Element[] => {
  const found: Element[] = [];
  for (let next = element.closest(SECTION); next; next = next.parentElement?.closest(SECTION) ?? null) {
    found.push(next);
  }
  return found;
};

export const placeOf = (element: HTMLElement): FocusPlace => {
  const row = element.closest(ROW);
  return {
    element,
    text: element.textContent,
    rows: row
      ? [row, ...siblings(row, 'nextElementSibling'), ...siblings(row, 'previousElementSibling')]
      : [],
    group: element.closest(GROUP),
    sections: sectionsAround(element),
  };
};

/** Whether the element was removed from the page or can no longer have the focus. */
export const isLost = ({ element }: FocusPlace): boolean =>
  !element.isConnected || element.matches(':disabled');

/** Whether nothing is left of the place, because a dialog outside the page's sections has closed. */
export const isGone = ({ element, rows, group, sections }: FocusPlace): boolean =>
  ![element, ...rows, group, ...sections].some((part) => part?.isConnected);

/** Nearby elements keep the scroll position, because a pagination link has already scrolled to the list's heading. */
const WHERE_IT_IS: FocusOptions = { preventScroll: true };

/** Focuses the first control within an element, or one with the given text if there is one. */
const focusFirst = (within: Element, text?: string): boolean => {
  const controls = [...within.querySelectorAll<HTMLElement>(FOCUSABLE)];
  const alike = controls.filter(({ textContent }) => textContent !== '' && textContent === text);
  return [...alike, ...controls].some((control) => {
    control.focus(WHERE_IT_IS);
    return control === document.activeElement;
  });
};

/** Focuses a heading, which is not in the tab order. */
export const focusHeading = (heading: HTMLElement, options?: FocusOptions): void => {
  heading.tabIndex = -1;
  heading.focus(options);
};

/**
 * Moves the focus back to where it was or, if that element is gone, as near as possible: to the same or the next row,
 * there to the same control if the row has it, to another control of the group, or to the heading of the section.
 */
export const returnTo = (place: FocusPlace): void => {
  const { element, text, rows, group, sections } = place;
  if (!isLost(place)) {
    element.focus(WHERE_IT_IS);
    return;
  }
  if (rows.some((row) => row.isConnected && focusFirst(row, text))) return;
  if (group?.isConnected && focusFirst(group)) return;
  for (const section of sections) {
    const heading = section.isConnected ? section.querySelector<HTMLElement>('h1, h2') : null;
    if (heading) {
      focusHeading(heading);
      return;
    }
  }
};
