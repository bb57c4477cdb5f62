// The only script that a page begins with. What the server has drawn reads and links by itself; the application
// comes once somebody is there to use it.
import { STORAGE_KEYS } from '#contract/constants.ts';
import './styles.css';

/** Milliseconds after which it comes in any case: by then the first thing on the page wants to move. */
const LATEST = 5_000;
const SIGNS = ['pointermove', 'pointerdown', 'touchstart', 'wheel', 'scroll', 'keydown', 'focusin'];

/** Asks for the scripts of the page's screens together with the application's own. */
const preloadScreens = (): void => {
  const files = document.querySelector<HTMLMetaElement>('meta[name="screens"]')?.content ?? '';
  for (const href of files.split(' ').filter(Boolean)) {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
  }
};

/** A button that was pressed before it could answer; it answers as soon as it can. */
let pressed: Element | null = null;
const notePress = ({ target }: Event): void => {
  pressed = target instanceof Element ? target.closest('button') : null;
};

let isStarted = false;
const start = async (): Promise<void> => {
  if (isStarted) return;
  isStarted = true;
  document.documentElement.dataset.started = '';
  preloadScreens();
  await import('./entry-client.tsx');
  removeEventListener('click', notePress, true);
  if (pressed instanceof HTMLElement && pressed.isConnected) pressed.click();
};

const isDrawn = document.getElementById('root')!.hasChildNodes();
const isSignedIn = localStorage.getItem(STORAGE_KEYS.accessToken) !== null;
if (isDrawn && !isSignedIn) {
  addEventListener('click', notePress, true);
  for (const sign of SIGNS) addEventListener(sign, () => void start(), { once: true, passive: true });
  setTimeout(() => void start(), LATEST);
} else {
  void start();
}
