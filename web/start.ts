// The only script that a page loads with itself. Server-rendered pages are readable, and their menus, links, forms and
// carousels work without the application, which follows as soon as the page has content.
import { STORAGE_KEYS } from './storage-keys.ts';
import { connectSlides } from './ui/slides.ts';
import './styles.css';

/** Resolves when the page shows its first content, which the application must not delay. */
const firstContent = (): Promise<void> =>
  new Promise((resolve) => {
    if (!PerformanceObserver.supportedEntryTypes.includes('paint')) return resolve();
    new PerformanceObserver((list, observer) => {
      if (list.getEntriesByName('first-contentful-paint').length === 0) return;
      observer.disconnect();
      resolve();
    }).observe({ type: 'paint', buffered: true });
  });

/** Preloads the scripts of the page's screens in parallel with the application. */
const preloadScreens = (priority: 'low' | 'auto'): void => {
  const files = document.querySelector<HTMLMetaElement>('meta[name="screens"]')?.content ?? '';
  for (const href of files.split(' ').filter(Boolean)) {
    const link = Object.assign(document.createElement('link'), { rel: 'modulepreload', href });
    link.fetchPriority = priority;
    document.head.append(link);
  }
};

connectSlides();

const isServerRendered = document.getElementById('root')!.hasChildNodes();
const isSignedIn = localStorage.getItem(STORAGE_KEYS.accessToken) !== null;
const isUrgent = !isServerRendered || isSignedIn;
if (!isUrgent) await firstContent();
preloadScreens(isUrgent ? 'auto' : 'low');
await import('./entry-client.tsx').catch((error: unknown) => {
  document.getElementById('load-failure')!.hidden = false;
  throw error;
});
