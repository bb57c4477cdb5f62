import { type Browser, chromium } from '@playwright/test';
import { SAMPLE_ACCOUNTS } from '#server/demo-data/sample-accounts.ts';
import { startDemoServer } from '#tests/support/built-server.ts';
import { chromiumOptions } from '#tests/support/chromium.ts';
import { CONDITIONS, type Cookies, cookiesOf, visitOnPhone, type Watched } from './support/phone.ts';
import { percentile, round, type Section } from './support/report.ts';

/** Loads of each page. */
const RUNS = 3;
/** How long a load is observed after its first content, in milliseconds. */
const WATCHED = 5_000;

const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0);

type Load = Watched & { scriptBytes: number };

const watchLoad = async (browser: Browser, url: string, path: string, cookies: Cookies): Promise<Load> => {
  const { page, scriptBytes } = await visitOnPhone(browser, url, path, cookies);
  await page.waitForTimeout(WATCHED);
  const load = { ...(await page.evaluate(() => window.watched)), scriptBytes: scriptBytes() };
  await page.context().close();
  return load;
};

/** Measures how pages load on a slow phone, for visitors and for users who are signed in. */
export const measureLoads = async (): Promise<Section> => {
  const site = await startDemoServer({ CLASS_PAGES: 'public' });
  const browser = await chromium.launch(chromiumOptions);
  try {
    const { url } = site;
    const cookies: Record<string, Cookies> = { Visitor: [] };
    for (const account of SAMPLE_ACCOUNTS) {
      cookies[account.label] = await cookiesOf(browser, url, account);
    }
    const [offer] = (await (await fetch(`${url}/api/classes?q=Modern%20HTML&limit=1`)).json()) as {
      _id: string;
    }[];
    const own = offer!._id;
    const pages: Record<string, { path: string; who: string }> = {
      home: { path: '/', who: 'Visitor' },
      list: { path: '/allClasses', who: 'Visitor' },
      class: { path: `/classDetail/${own}`, who: 'Visitor' },
      login: { path: '/login', who: 'Visitor' },
      registration: { path: '/registration', who: 'Visitor' },
      'my classes': { path: '/dashboard/myEnroll', who: 'User' },
      assignment: { path: `/dashboard/myAssignmentTasks/${own}`, who: 'User' },
      'payment of a class': { path: `/payment?class=${own}`, who: 'User' },
      'taught classes': { path: '/dashboard/myAddedClass', who: 'Teacher' },
      earnings: { path: '/dashboard/earnings', who: 'Teacher' },
      payments: { path: '/dashboard/payments', who: 'Admin' },
      users: { path: '/dashboard/allUsers', who: 'Admin' },
    };
    const rows: string[][] = [];
    for (const [name, { path, who }] of Object.entries(pages)) {
      const loads: Load[] = [];
      for (let run = 0; run < RUNS; run += 1) {
        loads.push(await watchLoad(browser, url, path, cookies[who]!));
      }
      const middle = (of: (load: Load) => number) => percentile(loads.map(of), 0.5);
      rows.push([
        name,
        round(middle(({ firstContent }) => firstContent)),
        round(middle(({ heading }) => heading)),
        round(middle(({ largestPaint }) => largestPaint)),
        round(
          middle(({ shift }) => shift),
          3,
        ),
        round(middle(({ longTasks }) => sum(longTasks))),
        round(middle(({ longTasks }) => Math.max(0, ...longTasks))),
        round(middle(({ scriptBytes }) => scriptBytes / 1_024)),
      ]);
    }
    return {
      title: 'Loading on a slow phone',
      note: `Page loads without any input, with an empty cache, ${CONDITIONS}; the median of ${RUNS} loads. First contentful paint, time to the screen's heading, largest contentful paint and long tasks (over 50 ms) in milliseconds, scripts in KiB. The user is signed in on all screens below registration.`,
      columns: ['page', 'FCP', 'heading', 'LCP', 'CLS', 'long tasks', 'longest task', 'scripts'],
      rows,
    };
  } finally {
    await browser.close();
    await site.close();
  }
};
