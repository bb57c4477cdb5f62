import { useIsFetching, useIsMutating } from '@tanstack/react-query';
import { useLocation } from '#web/routing/screens.tsx';
import { Questions } from '#web/ui/questions.tsx';
import { Toasts } from '#web/ui/toasts.tsx';
import { LoadingBar } from './loading-bar.tsx';
import { useFocusOnNavigation } from './use-focus-on-navigation.ts';
import { useFocusRestoration } from './use-focus-restoration.ts';

/** Toasts and questions, and what keyboard and screen reader users need after each change: focus and announcements. */
export const PageExtras = () => {
  const { pathname } = useLocation();
  const isIdle = useIsFetching() + useIsMutating() === 0;
  useFocusRestoration(pathname, isIdle);
  const title = useFocusOnNavigation(pathname);
  return (
    <>
      <p aria-live="polite" className="sr-only">
        {title}
      </p>
      <LoadingBar />
      <Toasts />
      <Questions />
    </>
  );
};
