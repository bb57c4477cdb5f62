import { chromium, type Page } from '@playwright/test';
import { startDemoServer } from '#tests/support/built-server.ts';
import { chromiumOptions } from '#tests/support/chromium.ts';
import { sampleAccount } from '#tests/support/sample-account.ts';
import { median, round, type Section } from './support/report.ts';

const RUNS = 5;
/** CPU throttling factor of the browser. */
const SLOWDOWN = 4;
const BARE = `<button onclick="this.textContent = this.textContent + '.'">press</button>`;

declare global {
  interface Window {
    delays: number[];
  }
}

/** Records the time from each input to the next paint by the Event Timing API (https://www.w3.org/TR/event-timing/). */
const observe = (page: Page) =>
  page.addInitScript(() => {
    window.delays = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { interactionId?: number })[]) {
        if (entry.interactionId) window.delays.push(entry.duration);
      }
    }).observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
  });

/** The longest input delay during `work`, in milliseconds. The API does not report delays below 16. */
const delayOf = async (page: Page, work: () => Promise<unknown>): Promise<number> => {
  await page.evaluate(() => (window.delays = []));
  await work();
  await page.waitForTimeout(500);
  return page.evaluate(() => Math.max(16, ...window.delays));
};

const logIn = async (page: Page): Promise<void> => {
  const { email, password } = sampleAccount('User');
  await page.goto('/login');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  await page.waitForURL('/');
};

const interactive = (page: Page) => page.locator('html[data-interactive]').waitFor({ state: 'attached' });

const INTERACTIONS: Record<string, (page: Page) => Promise<number>> = {
  'Opening the menu': async (page) => {
    await page.goto('/');
    await interactive(page);
    return delayOf(page, () => page.getByRole('button', { name: 'Menu', exact: true }).click());
  },
  'Opening the menu before hydration': async (page) => {
    await page.goto('/');
    return delayOf(page, async () => {
      await page.getByRole('button', { name: 'Menu', exact: true }).click();
      await interactive(page);
    });
  },
  Sorting: async (page) => {
    await page.goto('/allClasses');
    await interactive(page);
    return delayOf(page, () => page.getByRole('button', { name: 'Ascending' }).click());
  },
  Filtering: async (page) => {
    await page.goto('/allClasses');
    await interactive(page);
    return delayOf(page, () => page.getByLabel('Search classes').pressSequentially('seo'));
  },
  Paying: async (page) => {
    await page.goto('/allClasses?price=over-80');
    await page
      .getByRole('link', { name: /^Enroll Now/ })
      .last()
      .click();
    await page.getByRole('link', { name: 'Pay Now' }).click();
    await page.getByLabel('Card number').fill('4000000000000002');
    await page.getByLabel('Expiry date').fill('1240');
    await page.getByLabel('Security code').fill('123');
    return delayOf(page, async () => {
      await page.getByRole('button', { name: /^Pay/ }).click();
      await page.getByRole('alert').waitFor();
    });
  },
};

/** Measures the time from an input to the next paint. */
export const measureInteractions = async (): Promise<Section> => {
  const site = await startDemoServer();
  const browser = await chromium.launch(chromiumOptions);
  const open = async () => {
    const context = await browser.newContext({ baseURL: site.url, viewport: { width: 360, height: 800 } });
    const page = await context.newPage();
    await observe(page);
    return page;
  };
  const throttle = async (page: Page) => {
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
  };
  const repeat = async (measure: (page: Page) => Promise<number>, needsLogin: boolean): Promise<number> => {
    const delays: number[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      const page = await open();
      if (needsLogin) await logIn(page);
      await throttle(page);
      delays.push(await measure(page));
      await page.context().close();
    }
    return median(delays);
  };
  try {
    const baseline = await repeat(async (page) => {
      await page.goto('/robots.txt');
      await page.setContent(BARE);
      return delayOf(page, () => page.getByRole('button').click());
    }, false);
    const rows: string[][] = [];
    for (const [name, measure] of Object.entries(INTERACTIONS)) {
      const delay = await repeat(measure, name === 'Paying');
      rows.push([name, round(delay), round(baseline), round(delay / baseline, 1)]);
    }
    return {
      title: 'Interactions',
      note: `Milliseconds from an input to the next paint, at phone width, with the processor slowed down ${SLOWDOWN} times; the median of ${RUNS} runs. The baseline is a page with a single button. The browser does not report delays below 16 ms.`,
      columns: ['interaction', 'delay, ms', 'bare page, ms', 'ratio'],
      rows,
    };
  } finally {
    await browser.close();
    await site.close();
  }
};
