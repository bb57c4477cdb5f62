import { useSyncExternalStore } from 'react';
import { STORAGE_KEYS } from '#web/storage-keys.ts';

export type Theme = 'light' | 'dark';

const CHANGE_EVENT = 'classharbor:theme';

const currentTheme = (): Theme => (document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light');

const subscribe = (onChange: () => void) => {
  window.addEventListener(CHANGE_EVENT, onChange);
  return () => window.removeEventListener(CHANGE_EVENT, onChange);
};

const applyTheme = (theme: Theme): void => {
  localStorage.setItem(STORAGE_KEYS.theme, theme);
  document.documentElement.dataset.theme = theme;
  document.documentElement.classList.toggle('dark', theme === 'dark');
  window.dispatchEvent(new Event(CHANGE_EVENT));
};

/** Reads and toggles the theme, which index.html sets before the first paint. */
export const useTheme = () => {
  const theme = useSyncExternalStore(subscribe, currentTheme, () => 'light' as const);
  return { theme, toggleTheme: () => applyTheme(theme === 'light' ? 'dark' : 'light') };
};
