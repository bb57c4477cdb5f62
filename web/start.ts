// The only script that loads with a page. Server-rendered pages are readable, and their menus, links, forms and
// carousels work before hydration. The application loads once the page has content.
import { STORAGE_KEYS } from './storage-keys.ts';
import { connectSlides } from './ui/slides.ts';
import './styles.css';

/** Resolves when the page shows its first content, which loading the application must not delay. */
const firstContent = (): Promise<void> =>
  new Promise((resolve) => {
    if (!PerformanceObserver.supportedEntryTypes.includes('paint')) return resolve();
    new PerformanceObserver((list, observer) => {
      if (list.getEntriesByName('first-contentful-paint').length === 0) return;
      observer.disconnect();
      resolve();
    }).observe({ type: 'paint', buffered: true });
  });

/**
 * The scripts of the application and of the page's screens. Null: the page shows nothing without the application, and
 * its markup preloads all scripts.
 */
const scripts = document.querySelector<HTMLMetaElement>('meta[name="scripts"]');

/** Preloads these scripts in parallel. */
const preloadScripts = (fetchPriority: 'low' | 'auto'): void => {
  const links = (scripts?.content.split(' ') ?? []).map((href) =>
    Object.assign(document.createElement('link'), { rel: 'modulepreload', href, fetchPriority }),
  );
  document.head.append(...links);
};

connectSlides();

const isSignedIn = localStorage.getItem(STORAGE_KEYS.accessToken) !== null;
const isUrgent = !scripts || isSignedIn;
// Looks up the session while the application loads.
if (isUrgent) void import('./calls/session/start-session.ts').then(({ startSession }) => startSession());
if (!isUrgent) await firstContent();
preloadScripts(isUrgent ? 'auto' : 'low');
try {
  // Evaluated separately, so that the page can respond to input before the rest is evaluated.
  await import('./rendering/react-dom.ts');
  await new Promise((resolve) => setTimeout(resolve));
  await import('./entry-client.tsx');
} catch (error) {
  document.getElementById('load-failure')!.hidden = false;
  throw error;
}
