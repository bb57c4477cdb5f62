// npm run screenshots [-- NAME]: captures every screen at 360 and 1280 px in both themes, in screenshots/.
import { mkdirSync } from 'node:fs';
import { type Browser, chromium, type Page } from '@playwright/test';
import type { Class } from '#contract/classes.ts';
import type { Curriculum } from '#contract/curriculum.ts';
import { startDemoServer } from '#tests/support/built-server.ts';
import { chromiumOptions } from '#tests/support/chromium.ts';
import { type SampleAccount, sampleAccount } from '#tests/support/sample-account.ts';
import { type State, STATES } from './states.ts';

const FOLDER = 'screenshots';
const WIDTHS = [360, 1280];
const THEMES = ['light', 'dark'];

const readJson = async <Content>(url: string): Promise<Content> =>
  (await (await fetch(url)).json()) as Content;

/** What replaces the placeholders of a path. */
const readIds = async (url: string): Promise<Record<string, string>> => {
  const [other] = await readJson<Class[]>(`${url}/api/classes?sort=-price&limit=1`);
  const [own] = await readJson<Class[]>(`${url}/api/classes?q=Modern%20HTML&limit=1`);
  const full = (await readJson<Class[]>(`${url}/api/classes`)).find(({ seatsLeft }) => seatsLeft === 0);
  const curriculum = await readJson<Curriculum>(`${url}/api/classes/${own!._id}/curriculum`);
  const preview = curriculum.sections.flatMap(({ lessons }) => lessons).find(({ isPreview }) => isPreview);
  return { other: other!._id, own: own!._id, full: full!._id, lesson: preview!._id };
};

const login = async (page: Page, label: SampleAccount): Promise<void> => {
  const { email, password } = sampleAccount(label);
  await page.request.post('/api/auth/sign-in/email', { data: { email, password } });
};

const capture = async (page: Page, { name, path, prepare }: State): Promise<void> => {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto(path);
    await page.waitForLoadState('networkidle');
    await prepare?.(page);
    await page.waitForLoadState('networkidle');
    for (const theme of THEMES) {
      await page.evaluate((shown) => {
        document.documentElement.dataset.theme = shown;
        window.scrollTo(0, 0);
      }, theme);
      await page.screenshot({ path: `${FOLDER}/${name}-${width}-${theme}.png`, fullPage: true });
    }
  }
};

const captureAs = async (browser: Browser, url: string, as: State['as'], states: State[]): Promise<void> => {
  const context = await browser.newContext({ baseURL: url, reducedMotion: 'reduce' });
  const page = await context.newPage();
  // An open event stream keeps the network from becoming idle.
  await page.route('**/api/notifications/stream', (route) => route.abort());
  if (as !== 'Visitor') await login(page, as);
  for (const state of states) {
    await capture(page, state);
    process.stdout.write(`${state.name}\n`);
  }
  await context.close();
};

/** Restricts the run to states whose name contains this text. */
const only = process.argv[2] ?? '';
mkdirSync(FOLDER, { recursive: true });
const { url, close } = await startDemoServer();
const browser = await chromium.launch(chromiumOptions);
try {
  const ids = await readIds(url);
  const states = STATES.filter(({ name }) => name.includes(only)).map((state) => ({
    ...state,
    path: state.path.replaceAll(/\{(\w+)\}/g, (_, id: string) => ids[id]!),
  }));
  for (const as of new Set(states.map((state) => state.as)))
    await captureAs(
      browser,
      url,
      as,
      states.filter((state) => state.as === as),
    );
} finally {
  await browser.close();
  await close();
}
