import { useSyncExternalStore } from 'react';

type Theme = 'light' | 'dark';

/** Dispatched by index.html, which sets the theme before the first paint and toggles it. */
const CHANGE_EVENT = 'classharbor:theme';

const currentTheme = (): Theme => (document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light');

const subscribe = (onChange: () => void) => {
  window.addEventListener(CHANGE_EVENT, onChange);
  return () => window.removeEventListener(CHANGE_EVENT, onChange);
};

/** The current theme. */
export const useTheme = (): Theme => useSyncExternalStore(subscribe, currentTheme, () => 'light' as const);
