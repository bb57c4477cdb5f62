import { useLocation } from 'react-router';
import { Questions } from '#web/ui/questions.tsx';
import { Toasts } from '#web/ui/toasts.tsx';
import { useFocusOnNavigation } from './use-focus-on-navigation.ts';
import { useKeptFocus } from './use-kept-focus.ts';

/** Toasts, questions, and what keyboard and screen reader users need after each change: the focus and an announcement. */
export const PageExtras = ({ isIdle }: { isIdle: boolean }) => {
  const { pathname } = useLocation();
  useKeptFocus(pathname, isIdle);
  const title = useFocusOnNavigation(pathname);
  return (
    <>
      <p aria-live="polite" className="sr-only">
        {title}
      </p>
      <Toasts />
      <Questions />
    </>
  );
};
