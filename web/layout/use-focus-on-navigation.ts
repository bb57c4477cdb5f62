import { useEffect, useRef, useState } from 'react';
import { focusHeading } from './focus-place.ts';

/** Whether the focus is in a menu that the user has opened, or on its button. */
const isInOpenMenu = (element: Element): boolean =>
  element.closest(':popover-open') !== null ||
  (element instanceof HTMLButtonElement && element.popoverTargetElement?.matches(':popover-open') === true);

/** Whether the user or a field of the new page has already taken the focus. */
const isTaken = (main: Element, focused: Element): boolean =>
  isInOpenMenu(focused) || (main.contains(focused) && focused.matches('input, textarea, select'));

/**
 * After each navigation, moves the focus to the heading of the new page, unless the user or a field with `autoFocus`
 * has taken it. A menu would close without it. A heading that is replaced when the page's data arrives passes the focus
 * on to its successor.
 * @returns the title of the page, to be announced
 */
export const useFocusOnNavigation = (pathname: string): string => {
  const shown = useRef(pathname);
  const [title, setTitle] = useState('');

  useEffect(() => {
    if (shown.current === pathname) return undefined;
    shown.current = pathname;
    const main = document.querySelector('main')!;
    const observer = new MutationObserver(() => follow());
    const stop = () => {
      observer.disconnect();
      document.removeEventListener('focusin', stopIfTaken);
    };
    const stopIfTaken = ({ target }: FocusEvent) => {
      if (!(target as Element).matches('main h1')) stop();
    };
    let focused: HTMLElement | undefined;
    const follow = (): void => {
      const heading = main.querySelector('h1');
      if (!heading) return;
      setTitle(document.title);
      if (heading === focused) return;
      const { activeElement } = document;
      if (activeElement && isTaken(main, activeElement)) {
        stop();
        return;
      }
      focused = heading;
      // The router restores the scroll position.
      focusHeading(heading, { preventScroll: true });
    };
    observer.observe(main, { childList: true, characterData: true, subtree: true });
    document.addEventListener('focusin', stopIfTaken);
    follow();
    return stop;
  }, [pathname]);
  return title;
};
