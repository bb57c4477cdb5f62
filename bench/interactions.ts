import { chromium, type Page } from '@playwright/test';
import { SAMPLE_ACCOUNTS } from '#server/demo-data/sample-accounts.ts';
import { startDemoServer } from '#tests/support/built-server.ts';
import { chromiumOptions } from '#tests/support/chromium.ts';
import { median, round, type Section } from './support/report.ts';

const RUNS = 5;
/** How much slower than this machine the browser is made. */
const SLOWDOWN = 4;
const BARE = `<button onclick="this.textContent = this.textContent + '.'">press</button>`;

declare global {
  interface Window {
    delays: number[];
  }
}

/** Notes each input's time until the next paint, as the Event Timing API has it (https://www.w3.org/TR/event-timing/). */
const observe = (page: Page) =>
  page.addInitScript(() => {
    window.delays = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { interactionId?: number })[]) {
        if (entry.interactionId) window.delays.push(entry.duration);
      }
    }).observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
  });

/** The longest delay of what is done, in milliseconds; the API says nothing of those below 16. */
const delayOf = async (page: Page, work: () => Promise<unknown>): Promise<number> => {
  await page.evaluate(() => (window.delays = []));
  await work();
  await page.waitForTimeout(500);
  return page.evaluate(() => Math.max(16, ...window.delays));
};

const logIn = async (page: Page): Promise<void> => {
  const { email, password } = SAMPLE_ACCOUNTS[0]!;
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
    await page.mouse.move(10, 300);
    await interactive(page);
    return delayOf(page, () => page.getByRole('button', { name: 'Menu', exact: true }).click());
  },
  'Opening the menu before the application is there': async (page) => {
    await page.goto('/');
    return delayOf(page, async () => {
      await page.getByRole('button', { name: 'Menu', exact: true }).click();
      await interactive(page);
    });
  },
  Sorting: async (page) => {
    await page.goto('/allClasses');
    await page.mouse.move(10, 300);
    await interactive(page);
    return delayOf(page, () => page.getByRole('button', { name: 'Ascending' }).click());
  },
  Filtering: async (page) => {
    await page.goto('/allClasses');
    await page.mouse.move(10, 300);
    await interactive(page);
    return delayOf(page, () => page.getByLabel('Search classes').pressSequentially('seo'));
  },
  Paying: async (page) => {
    await page.goto('/allClasses?price=over-80');
    await page.mouse.move(10, 300);
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

/** (g) How long an input waits for the next paint. */
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
    const floor = await repeat(async (page) => {
      await page.goto('/robots.txt');
      await page.setContent(BARE);
      return delayOf(page, () => page.getByRole('button').click());
    }, false);
    const rows: string[][] = [];
    for (const [name, measure] of Object.entries(INTERACTIONS)) {
      const delay = await repeat(measure, name === 'Paying');
      rows.push([name, round(delay), round(floor), round(delay / floor, 1)]);
    }
    return {
      title: 'Interactions',
      note: `Milliseconds from an input to the next paint, on a phone's width with the processor slowed down ${SLOWDOWN} times; the middle of ${RUNS}. Against a page that has one button and nothing else. The browser says nothing of delays below 16.`,
      columns: ['interaction', 'delay', 'bare page', 'ratio'],
      rows,
    };
  } finally {
    await browser.close();
    await site.close();
  }
};
