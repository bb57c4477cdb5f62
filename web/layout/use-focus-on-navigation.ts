import { useEffect, useRef, useState } from 'react';
import { focusHeading } from './focus-place.ts';

/**
 * After each navigation, moves the focus to the heading of the new page, unless the user or a field with `autoFocus`
 * has taken it.
 * @returns the title of the page, to be announced
 */
export const useFocusOnNavigation = (pathname: string): string => {
  const shown = useRef(pathname);
  const [title, setTitle] = useState('');

  useEffect(() => {
    if (shown.current === pathname) return undefined;
    shown.current = pathname;
    const main = document.querySelector('main')!;
    const arrive = (): boolean => {
      const heading = main.querySelector('h1');
      if (!heading) return false;
      setTitle(document.title);
      const { activeElement } = document;
      const isTaken = main.contains(activeElement) && activeElement?.matches('input, textarea, select');
      // The router restores the scroll position.
      if (!isTaken) focusHeading(heading, { preventScroll: true });
      return true;
    };
    if (arrive()) return undefined;
    const observer = new MutationObserver(() => {
      if (arrive()) stop();
    });
    const stop = () => {
      observer.disconnect();
      document.removeEventListener('focusin', stop);
    };
    observer.observe(main, { childList: true, subtree: true });
    document.addEventListener('focusin', stop);
    return stop;
  }, [pathname]);
  return title;
};
