import { useEffect, useState } from 'react';
import { listenForNotifications } from '#web/calls/notifications.ts';

/** Milliseconds until the next attempt, as a range. */
const RETRY = { first: 2_000, longest: 60_000 };

/**
 * Listens for new notifications while the page is visible. Hidden tabs are disconnected, because browsers limit the
 * connections that all tabs share.
 * @param onEvent called when the stream opens and for each change, with the moment since when no change can have been
 * missed: when the stream was requested, or `Infinity` for a change that is only now reported
 * @returns whether the stream is open. Otherwise the caller has to poll
 */
export const useNotificationStream = (onEvent: (completeSince: number) => void): boolean => {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    let listening: AbortController | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let delay = RETRY.first;

    const listen = async (controller: AbortController) => {
      let completeSince = Date.now();
      await listenForNotifications(controller.signal, () => {
        delay = RETRY.first;
        setOpen(true);
        onEvent(completeSince);
        completeSince = Infinity;
      }).catch(() => {
        delay = Math.min(delay * 2, RETRY.longest);
      });
      setOpen(false);
      if (listening === controller) timer = setTimeout(start, delay);
    };
    const stop = () => {
      clearTimeout(timer);
      listening?.abort();
      listening = undefined;
    };
    const start = () => {
      stop();
      if (document.visibilityState === 'hidden') return;
      listening = new AbortController();
      void listen(listening);
    };

    start();
    document.addEventListener('visibilitychange', start);
    return () => {
      document.removeEventListener('visibilitychange', start);
      stop();
    };
  }, [onEvent]);
  return isOpen;
};
