import { type Browser, chromium, type Page } from '@playwright/test';
import { chromiumOptions } from '#tests/support/chromium.ts';
import { sampleAccount } from '#tests/support/sample-account.ts';
import { startBenchSite } from './support/bench-site.ts';
import { addClassOf, enrollSampleStudent, type MeasuredClass } from './support/classes-of-lessons.ts';
import { cookiesOf } from './support/phone.ts';
import { median, percentile, round, type Section } from './support/report.ts';

/** Numbers of lessons. The first is the baseline. */
const SIZES = [5, 200] as const;
/** Loads of each screen. The first ones, which fill the caches of the browser and the server, do not count. */
const RUNS = 100;
const WARM_UP = 5;

interface Screen {
  path: (measured: MeasuredClass) => string;
  /** What the screen shows once its lessons are there. */
  lessons: string;
}

const SCREENS: Record<string, Screen> = {
  'Class page': {
    path: ({ classId }) => `/classDetail/${classId}`,
    lessons: '[aria-labelledby="curriculum"] li',
  },
  'The screen behind Continue': {
    path: ({ classId }) => `/dashboard/myAssignmentTasks/${classId}`,
    lessons: '.lesson-list a',
  },
  'A lesson': { path: ({ lesson }) => `/lesson/${lesson}`, lessons: '.lesson-list a' },
};

/** Opens a screen. @returns milliseconds until it shows its lessons */
const openScreen = async (page: Page, path: string, lessons: string): Promise<number> => {
  await page.goto(path, { waitUntil: 'commit' });
  const shown = await page.waitForFunction(
    (selector) => document.querySelector(selector)?.checkVisibility() && performance.now(),
    lessons,
  );
  return (await shown.jsonValue()) as number;
};

const measureScreen = async (page: Page, { path, lessons }: Screen, classes: readonly MeasuredClass[]) => {
  const times: number[][] = classes.map(() => []);
  for (let run = 0; run < WARM_UP + RUNS; run += 1) {
    for (const [index, measured] of classes.entries()) {
      const time = await openScreen(page, path(measured), lessons);
      if (run >= WARM_UP) times[index]!.push(time);
    }
  }
  return times.map((each) => ({ median: median(each), p99: percentile(each, 0.99) }));
};

const openStudentPage = async (browser: Browser, url: string): Promise<Page> => {
  const context = await browser.newContext({ baseURL: url });
  const student = sampleAccount('User');
  await context.addCookies(await cookiesOf(browser, url, student));
  return context.newPage();
};

/** Compares how long a student waits for the screens of a class with 200 and with 5 lessons, in a browser. */
export const measureOpenClass = async (): Promise<Section> => {
  const site = await startBenchSite({ CLASS_PAGES: 'public' });
  const browser = await chromium.launch(chromiumOptions);
  try {
    const classes = [await addClassOf(site.app, SIZES[0]), await addClassOf(site.app, SIZES[1])];
    for (const measured of classes) await enrollSampleStudent(site, measured);
    await site.app.pool.query('analyze');
    const page = await openStudentPage(browser, site.app.url);
    const rows: string[][] = [];
    for (const [name, screen] of Object.entries(SCREENS)) {
      const [short, long] = await measureScreen(page, screen, classes);
      rows.push([
        name,
        ...[short!, long!].map((times) => `${round(times.median)} (${round(times.p99)})`),
        round(long!.median / short!.median, 2),
        round(long!.p99 / short!.p99, 2),
      ]);
    }
    return {
      title: 'Opening a long class',
      note: `Milliseconds from the request to the list of lessons on the screen, with p99 in parentheses, of ${RUNS} loads by a student who has completed all lessons, in Chromium on this machine with the site's files in its cache.`,
      columns: [
        'screen',
        ...SIZES.map((size) => `${size} lessons`),
        'median, long to short',
        'p99, long to short',
      ],
      rows,
    };
  } finally {
    await browser.close();
    await site.close();
  }
};
