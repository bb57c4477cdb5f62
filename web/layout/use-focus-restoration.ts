import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { type FocusPlace, isGone, isLost, placeOf, returnTo } from './focus-place.ts';

/** A button whose call has not ended. */
const PRESSED_BUTTON = 'button:disabled[aria-busy="true"]';

/**
 * Keeps the focus when the focused control disappears or is disabled, for example the button of a row that it
 * deletes. Once the page is idle, the focus returns to the control or to the nearest one.
 */
export const useFocusRestoration = (pathname: string, isIdle: boolean): void => {
  const client = useQueryClient();
  const last = useRef<{ place: FocusPlace; wasLost: boolean }>(undefined);
  /** The last place that no dialog takes away when it closes. */
  const inPage = useRef<FocusPlace>(undefined);

  // A new page has its own focus.
  useLayoutEffect(() => {
    last.current = undefined;
    inPage.current = undefined;
  }, [pathname]);

  useEffect(() => {
    const rememberPlace = (element: Element | null) => {
      const canHaveFocus = element instanceof HTMLElement && element !== document.body;
      last.current = canHaveFocus ? { place: placeOf(element), wasLost: false } : undefined;
      if (canHaveFocus && element.closest('main')) inPage.current = last.current?.place;
    };
    const remember = () => rememberPlace(document.activeElement);
    remember();
    // A button that was pressed before this script arrived has already lost the focus, because it is disabled. Unless
    // something is being changed, buttons are disabled because the page loads.
    if (!last.current && client.isMutating() > 0) rememberPlace(document.querySelector(PRESSED_BUTTON));
    document.addEventListener('focusin', remember);
    return () => document.removeEventListener('focusin', remember);
  }, [client]);

  useEffect(() => {
    const check = () => {
      if (!last.current) return;
      // A closed dialog cannot return the focus to a button that is disabled while the form is sent, such as the bank's
      // dialog during a payment.
      if (isGone(last.current.place))
        last.current = inPage.current && { place: inPage.current, wasLost: true };
      if (!last.current) return;
      const { place } = last.current;
      // A disabled button stays the active element until the next frame.
      if (![document.body, place.element].includes(document.activeElement as HTMLElement)) return;
      last.current.wasLost ||= isLost(place);
      // A button with `aria-busy` will be enabled again or disappear with its form.
      const isBusy = place.element.isConnected && place.element.ariaBusy === 'true';
      if (!last.current.wasLost || isBusy || !isIdle) return;
      last.current.wasLost = false;
      returnTo(place);
    };
    check();
    const observer = new MutationObserver(check);
    observer.observe(document.body, {
      childList: true,
      subtree: true,
      attributes: true,
      attributeFilter: ['disabled', 'aria-busy'],
    });
    return () => observer.disconnect();
  }, [isIdle]);
};
