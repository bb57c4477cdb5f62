// The only script that a page loads initially. Server-rendered pages are readable and their links work without the
// application, so it is loaded on the user's first interaction.
import { STORAGE_KEYS } from './storage-keys.ts';
import './styles.css';

/** Milliseconds after which the application is loaded in any case, because the home page's carousel starts then. */
const LATEST = 5_000;
const INTERACTIONS = ['pointermove', 'pointerdown', 'touchstart', 'wheel', 'scroll', 'keydown', 'focusin'];

/** Preloads the scripts of the page's screens in parallel with the application. */
const preloadScreens = (): void => {
  const files = document.querySelector<HTMLMetaElement>('meta[name="screens"]')?.content ?? '';
  for (const href of files.split(' ').filter(Boolean)) {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
  }
};

/** A button that was clicked before hydration. The click is replayed afterwards. */
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

const isServerRendered = document.getElementById('root')!.hasChildNodes();
const isSignedIn = localStorage.getItem(STORAGE_KEYS.accessToken) !== null;
if (isServerRendered && !isSignedIn) {
  addEventListener('click', notePress, true);
  for (const event of INTERACTIONS)
    addEventListener(event, () => void start(), { once: true, passive: true });
  setTimeout(() => void start(), LATEST);
} else {
  void start();
}
