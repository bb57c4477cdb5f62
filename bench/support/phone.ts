import type { Browser, Page } from '@playwright/test';

/** CPU throttling factor of the browser. */
export const SLOWDOWN = 4;
/** Lighthouse's phone: 1.6 Mbit/s, in bytes per second, and the round trip time in milliseconds. */
const NETWORK = { offline: false, downloadThroughput: 200_000, uploadThroughput: 93_750, latency: 150 };
const VIEWPORT = { width: 360, height: 800 };

export const CONDITIONS = `at phone width, with 1.6 Mbit/s, 150 ms per round trip, and the processor slowed down ${SLOWDOWN} times`;

/** What was observed of a page since its start. Times are in milliseconds. */
export interface Watched {
  firstContent: number;
  largestPaint: number;
  /** When the heading of the screen appeared. */
  heading: number;
  shift: number;
  longTasks: number[];
}

declare global {
  interface Window {
    watched: Watched;
  }
}

/** Records paints, layout shifts and long tasks from the start of each page. */
const watch = (page: Page) =>
  page.addInitScript(() => {
    const watched: Watched = { firstContent: 0, largestPaint: 0, heading: 0, shift: 0, longTasks: [] };
    window.watched = watched;
    const observe = (type: string, note: (entry: PerformanceEntry) => void) =>
      new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
    observe('paint', ({ name, startTime }) => {
      if (name === 'first-contentful-paint') watched.firstContent = startTime;
    });
    observe('largest-contentful-paint', ({ startTime }) => (watched.largestPaint = startTime));
    observe('longtask', ({ duration }) => watched.longTasks.push(duration));
    observe(
      'layout-shift',
      (entry) => (watched.shift += (entry as PerformanceEntry & { value: number }).value),
    );
    const look = () => {
      if (document.querySelector('main h1')?.checkVisibility()) watched.heading = performance.now();
      else requestAnimationFrame(look);
    };
    look();
  });

export type Cookies = Awaited<ReturnType<ReturnType<Page['context']>['cookies']>>;

/** A throttled phone with an empty cache. */
export const openPhone = async (browser: Browser, url: string, cookies: Cookies) => {
  const context = await browser.newContext({
    baseURL: url,
    viewport: VIEWPORT,
    hasTouch: true,
    isMobile: true,
  });
  await context.addCookies(cookies);
  const page = await context.newPage();
  await watch(page);
  const devTools = await context.newCDPSession(page);
  await devTools.send('Network.enable');
  await devTools.send('Network.emulateNetworkConditions', NETWORK);
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  const scripts = new Set<string>();
  let scriptBytes = 0;
  devTools.on(
    'Network.responseReceived',
    ({ requestId, type }) => type === 'Script' && scripts.add(requestId),
  );
  devTools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) scriptBytes += encodedDataLength;
  });
  return { page, scriptBytes: () => scriptBytes };
};

/**
 * Opens a page on such a phone and waits for its first content, which appears even before the page responds to input.
 */
export const visitOnPhone = async (browser: Browser, url: string, path: string, cookies: Cookies) => {
  const phone = await openPhone(browser, url, cookies);
  await phone.page.goto(path, { waitUntil: 'commit' });
  await phone.page.waitForFunction(() => ((window as Partial<Window>).watched?.firstContent ?? 0) > 0, null, {
    polling: 50,
  });
  return phone;
};

/** The cookies of a sample account's session. */
export const cookiesOf = async (
  browser: Browser,
  url: string,
  account: { email: string; password: string },
): Promise<Cookies> => {
  const context = await browser.newContext({ baseURL: url });
  const { email, password } = account;
  await context.request.post('/api/auth/sign-in/email', { data: { email, password } });
  const cookies = await context.cookies();
  await context.close();
  return cookies;
};
