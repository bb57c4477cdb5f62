import { chromium, type Page } from '@playwright/test';
import { startDemoServer } from '#tests/support/built-server.ts';
import { chromiumOptions } from '#tests/support/chromium.ts';
import { sampleAccount } from '#tests/support/sample-account.ts';
import { CONDITIONS, type Cookies, cookiesOf, openPhone, visitOnPhone } from './support/phone.ts';
import { percentile, round, type Section } from './support/report.ts';

/** Loads of a page for each moment. Half of them tap the menu, half the theme. */
const RUNS = 10;
/** Milliseconds from the first content to the tap. */
const MOMENTS = [300, 1_000, 2_500, 6_000];
/** Milliseconds without a response after which a tap counts as lost. */
const TIMEOUT = 5_000;

/** A control in the bar of every page, and the CSS selector that matches as soon as it has responded. */
const CONTROLS = {
  menu: { name: 'Menu', response: 'nav[aria-label=Main] a' },
  theme: { name: 'Use the dark theme', response: 'html[data-theme=dark]' },
};
type Control = keyof typeof CONTROLS;

/** The baseline: a page with a single native button. */
const BARE = `<!doctype html><meta name="viewport" content="width=device-width"><button aria-label="Menu" onclick="document.documentElement.dataset.theme='dark'">press</button>`;
const BARE_RESPONSE = CONTROLS.theme.response;

declare global {
  interface Window {
    response: Promise<number>;
  }
}

/** Milliseconds from a real tap on a control to the frame that shows its response. */
const tap = async (page: Page, name: string, selector: string): Promise<number> => {
  await page.evaluate(
    ([shown, timeout]) => {
      window.response = new Promise((resolve) => {
        addEventListener(
          'touchstart',
          ({ timeStamp }) => {
            const look = () => {
              const now = performance.now();
              const isThere = [...document.querySelectorAll(shown)].some((element) =>
                element.checkVisibility(),
              );
              if (isThere || now - timeStamp > timeout) resolve(now - timeStamp);
              else requestAnimationFrame(look);
            };
            look();
          },
          { capture: true, once: true, passive: true },
        );
      });
    },
    [selector, TIMEOUT] as const,
  );
  const { x, y, width, height } = (await page.getByRole('button', { name, exact: true }).boundingBox())!;
  await page.touchscreen.tap(x + width / 2, y + height / 2);
  return page.evaluate(() => window.response);
};

/** (h) Measures how soon a page responds to a tap, from its first content on. */
export const measureTouch = async (): Promise<Section> => {
  const site = await startDemoServer({ CLASS_PAGES: 'public' });
  const browser = await chromium.launch(chromiumOptions);
  try {
    const { url } = site;
    const cookies = await cookiesOf(browser, url, sampleAccount('User'));
    const [offer] = (await (await fetch(`${url}/api/classes?sort=-enroll&limit=1`)).json()) as {
      _id: string;
    }[];
    const pages: Record<string, { path: string; cookies: Cookies }> = {
      home: { path: '/', cookies: [] },
      list: { path: '/allClasses', cookies: [] },
      class: { path: `/classDetail/${offer!._id}`, cookies: [] },
      enrollments: { path: '/dashboard/myEnroll', cookies },
    };
    const bare: number[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      const { page } = await openPhone(browser, url, []);
      await page.setContent(BARE);
      bare.push(await tap(page, 'Menu', BARE_RESPONSE));
      await page.context().close();
    }
    const baseline = percentile(bare, 0.75);

    const rows: string[][] = [];
    for (const [name, { path, cookies: visitor }] of Object.entries(pages)) {
      const cells: string[] = [];
      let worst = 0;
      for (const moment of MOMENTS) {
        const delays: number[] = [];
        for (let run = 0; run < RUNS; run += 1) {
          const { page } = await visitOnPhone(browser, url, path, visitor);
          await page.waitForTimeout(moment);
          const control = CONTROLS[(['menu', 'theme'] satisfies Control[])[run % 2]!];
          delays.push(await tap(page, control.name, control.response));
          await page.context().close();
        }
        worst = Math.max(worst, ...delays);
        cells.push(round(percentile(delays, 0.75)));
      }
      rows.push([name, ...cells, round(worst), round(baseline)]);
    }
    return {
      title: 'First touch',
      note: `Milliseconds from a tap on the menu or the theme to the frame that shows its effect, by the time from the first content to the tap, ${CONDITIONS}; the 75th percentile of ${RUNS} cold loads, and the slowest of all. The baseline is a page with a single native button. ${TIMEOUT.toLocaleString('en-US')}: no response.`,
      columns: ['page', ...MOMENTS.map((moment) => `${moment / 1_000} s`), 'slowest', 'bare page'],
      rows,
    };
  } finally {
    await browser.close();
    await site.close();
  }
};
