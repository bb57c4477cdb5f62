import { type Browser, chromium, type Page } from '@playwright/test';
import { SAMPLE_ACCOUNTS } from '#server/demo-data/sample-accounts.ts';
import { startDemoServer } from '#tests/support/built-server.ts';
import { chromiumOptions } from '#tests/support/chromium.ts';
import { percentile, round, type Section } from './support/report.ts';

/** Loads of a page for each moment. Half of them tap the menu, half the theme. */
const RUNS = 4;
/** Untouched loads of a page, for its paints and long tasks. */
const QUIET_RUNS = 3;
/** Milliseconds that an untouched load is watched after its first content. */
const WATCHED = 4_000;
/** Milliseconds from the first content to the tap. */
const MOMENTS = [300, 1_000, 2_500, 6_000];
/** Milliseconds without a response after which a tap counts as lost. */
const PATIENCE = 5_000;
/** CPU throttling factor of the browser. */
const SLOWDOWN = 4;
/** 1.6 Mbit/s in bytes a second, and a round trip in milliseconds: Lighthouse's phone. */
const NETWORK = { offline: false, downloadThroughput: 200_000, uploadThroughput: 93_750, latency: 150 };
const PHONE = { width: 360, height: 800 };

/** A control in the bar of every page, and the CSS selector that matches as soon as it has responded. */
const CONTROLS = {
  menu: { name: 'Menu', response: 'nav[aria-label=Main] a' },
  theme: { name: 'Use the dark theme', response: 'html[data-theme=dark]' },
};
type Control = keyof typeof CONTROLS;

/** The baseline: a page with a single native button. */
const BARE = `<!doctype html><meta name="viewport" content="width=device-width"><button aria-label="Menu" onclick="document.documentElement.dataset.theme='dark'">press</button>`;
const BARE_RESPONSE = CONTROLS.theme.response;

interface Watched {
  firstContent: number;
  largestPaint: number;
  shift: number;
  longTasks: number[];
}

declare global {
  interface Window {
    watched: Watched;
    response: Promise<number>;
  }
}

/** Records paints, layout shifts and long tasks from the start of each page. */
const watch = (page: Page) =>
  page.addInitScript(() => {
    const watched: Watched = { firstContent: 0, largestPaint: 0, shift: 0, longTasks: [] };
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
  });

/** Waits for the first content, which is there even before the page answers. */
const firstContent = (page: Page) =>
  page.waitForFunction(() => ((window as Partial<Window>).watched?.firstContent ?? 0) > 0, null, {
    polling: 50,
  });

/** Milliseconds from a real tap on a control to the frame that shows its response. */
const tap = async (page: Page, name: string, selector: string): Promise<number> => {
  await page.evaluate(
    ([shown, patience]) => {
      window.response = new Promise((resolve) => {
        addEventListener(
          'touchstart',
          ({ timeStamp }) => {
            const look = () => {
              const now = performance.now();
              const isThere = [...document.querySelectorAll(shown)].some((element) =>
                element.checkVisibility(),
              );
              if (isThere || now - timeStamp > patience) resolve(now - timeStamp);
              else requestAnimationFrame(look);
            };
            look();
          },
          { capture: true, once: true, passive: true },
        );
      });
    },
    [selector, PATIENCE] as const,
  );
  const { x, y, width, height } = (await page.getByRole('button', { name, exact: true }).boundingBox())!;
  await page.touchscreen.tap(x + width / 2, y + height / 2);
  return page.evaluate(() => window.response);
};

type Cookies = Awaited<ReturnType<ReturnType<Page['context']>['cookies']>>;

/** A throttled phone with an empty cache. */
const openPhone = async (browser: Browser, url: string, cookies: Cookies) => {
  const context = await browser.newContext({ baseURL: url, viewport: PHONE, hasTouch: true, isMobile: true });
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

const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0);

/** (h) Measures how soon a page responds to a tap, from its first content on. */
export const measureTouch = async (): Promise<Section[]> => {
  const site = await startDemoServer({ CLASS_PAGES: 'public' });
  const browser = await chromium.launch(chromiumOptions);
  try {
    const student = await browser.newContext({ baseURL: site.url });
    const { email, password } = SAMPLE_ACCOUNTS[0]!;
    await student.request.post('/api/auth/sign-in/email', { data: { email, password } });
    const cookies = await student.cookies();
    const [offer] = (await (await fetch(`${site.url}/api/classes?sort=-enroll&limit=1`)).json()) as {
      _id: string;
    }[];
    const pages: Record<string, { path: string; cookies: Cookies }> = {
      home: { path: '/', cookies: [] },
      list: { path: '/allClasses', cookies: [] },
      class: { path: `/classDetail/${offer!._id}`, cookies: [] },
      enrollments: { path: '/dashboard/myEnroll', cookies },
    };

    const visit = async (path: string, visitor: Cookies) => {
      const phone = await openPhone(browser, site.url, visitor);
      await phone.page.goto(path, { waitUntil: 'commit' });
      await firstContent(phone.page);
      return phone;
    };
    const bare: number[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      const { page } = await openPhone(browser, site.url, []);
      await page.goto('/robots.txt');
      await page.setContent(BARE);
      bare.push(await tap(page, 'Menu', BARE_RESPONSE));
      await page.context().close();
    }
    const baseline = percentile(bare, 0.75);

    const taps: string[][] = [];
    const loads: string[][] = [];
    for (const [name, { path, cookies: visitor }] of Object.entries(pages)) {
      const cells: string[] = [];
      let worst = 0;
      for (const moment of MOMENTS) {
        const delays: number[] = [];
        for (let run = 0; run < RUNS; run += 1) {
          const { page } = await visit(path, visitor);
          await page.waitForTimeout(moment);
          const control = CONTROLS[(['menu', 'theme'] satisfies Control[])[run % 2]!];
          delays.push(await tap(page, control.name, control.response));
          await page.context().close();
        }
        worst = Math.max(worst, ...delays);
        cells.push(round(percentile(delays, 0.75)));
      }
      taps.push([name, ...cells, round(worst), round(baseline)]);

      const seen: (Watched & { scriptBytes: number })[] = [];
      for (let run = 0; run < QUIET_RUNS; run += 1) {
        const { page, scriptBytes } = await visit(path, visitor);
        await page.waitForTimeout(WATCHED);
        seen.push({ ...(await page.evaluate(() => window.watched)), scriptBytes: scriptBytes() });
        await page.context().close();
      }
      const middle = (of: (load: (typeof seen)[number]) => number) => percentile(seen.map(of), 0.5);
      loads.push([
        name,
        round(middle((load) => load.firstContent)),
        round(middle((load) => load.largestPaint)),
        round(
          middle((load) => load.shift),
          3,
        ),
        round(middle((load) => sum(load.longTasks))),
        round(middle((load) => Math.max(0, ...load.longTasks))),
        round(middle((load) => load.scriptBytes / 1_024)),
      ]);
    }
    const conditions = `at phone width, with 1.6 Mbit/s, 150 ms for each round trip, and the processor throttled ${SLOWDOWN} times`;
    return [
      {
        title: 'First touch',
        note: `Milliseconds from a tap on the menu or the theme to the frame that shows its effect, by the time from the first content to the tap, ${conditions}; the 75th percentile of ${RUNS} cold loads, and the slowest of all. The baseline is a page with a single native button. ${PATIENCE.toLocaleString('en-US')}: no response.`,
        columns: ['page', ...MOMENTS.map((moment) => `${moment / 1_000} s`), 'slowest', 'bare page'],
        rows: taps,
      },
      {
        title: 'Loading on a slow phone',
        note: `The same phone, untouched until ${WATCHED / 1_000} s after the first content; the median of ${QUIET_RUNS} cold loads. First and largest paint and long tasks (over 50 ms) in milliseconds, scripts in KiB.`,
        columns: ['page', 'first paint', 'largest paint', 'shift', 'long tasks', 'longest', 'scripts'],
        rows: loads,
      },
    ];
  } finally {
    await browser.close();
    await site.close();
  }
};
