import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type Browser,
  type BrowserContextOptions,
  type Cookie,
  test as base,
  expect,
  type Locator,
  type Page,
  type Response,
} from '@playwright/test';
import { STORAGE_KEYS } from '#web/storage-keys.ts';
import { filesFolder } from '#server/files/create-storage.ts';
import { MARK_KEY } from '#server/files/storage-mark.ts';
import { createDataDir, startDemoServer } from '#tests/support/built-server.ts';
import { copyTemplate, execute } from '#tests/support/postgres.ts';
import { type SampleAccount, sampleAccount } from '#tests/support/sample-account.ts';
import { TEST_SECRET } from '#tests/support/start-test-server.ts';
import { PASSWORD } from '#tests/support/password.ts';
import { noteAnnouncements } from './announcements.ts';
import { DEMO_DATA } from './demo-data.ts';

/** Waits for hydration, because the server-rendered content appears before that. */
const untilInteractive = (page: Page) =>
  page.waitForFunction(
    () => !document.getElementById('root') || 'interactive' in document.documentElement.dataset,
  );

/** Makes each visit wait for hydration. */
const waitForApplication = (page: Page): Page => {
  for (const visit of ['goto', 'reload', 'goBack'] as const) {
    const original = page[visit].bind(page) as (...args: unknown[]) => Promise<Response | null>;
    Object.assign(page, {
      [visit]: async (...args: unknown[]) => {
        const response = await original(...args);
        await untilInteractive(page);
        return response;
      },
    });
  }
  return page;
};

interface TestFixtures {
  site: { url: string };
  /** Console errors that a test provokes on purpose, for example a refused request. */
  expectedErrors: RegExp | null;
  failOnConsoleErrors: undefined;
}

interface WorkerFixtures {
  servers: { forFile: (file: string) => Promise<string> };
}

/**
 * Starts a demo server with a copy of the prepared data, which is much faster than preparing it. `close` stops the
 * server and removes its data.
 */
export const startPreparedServer = async (variables: Record<string, string> = {}) => {
  const postgresUrl = process.env[DEMO_DATA.postgresUrl]!;
  const databaseUrl = await copyTemplate(postgresUrl);
  const dataDir = await createDataDir();
  await cp(process.env[DEMO_DATA.folder]!, dataDir, { recursive: true });
  // Each copy is a site of its own, and its server marks its storage.
  await rm(join(filesFolder(dataDir), MARK_KEY));
  const site = await startDemoServer({
    SECRET: TEST_SECRET,
    ...variables,
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
  });
  return {
    ...site,
    close: async () => {
      await site.close();
      await execute(postgresUrl, `drop database ${new URL(databaseUrl).pathname.slice(1)}`);
    },
  };
};

/** Runs one demo server at a time and a new one for each file, so that files do not share data. */
const createServers = (browser: Browser) => {
  let current: { file: string; url: string; close: () => Promise<void> } | undefined;
  const close = async () => {
    // Pages that tests have left open would keep sending requests after the server has stopped.
    await Promise.all(browser.contexts().map((context) => context.close()));
    await current?.close();
    current = undefined;
  };
  return {
    close,
    /** @returns the server's address */
    forFile: async (file: string) => {
      if (current?.file === file) return current.url;
      await close();
      current = { file, ...(await startPreparedServer()) };
      return current.url;
    },
  };
};

/**
 * Console errors that no test provokes on purpose, and that are not errors of the product: the outbox shows emails in
 * frames that block the script which records announcements, and notifications are requested in the background, even
 * while a session ends.
 */
const HARMLESS_ERRORS = [
  /^Blocked script execution in 'about:srcdoc'/,
  /status of 401 \(Unauthorized\) \S+\/api\/notifications\/(unread|stream)$/,
];

/** A page on the demo server of the test's file. A test fails on any `console.error` that it does not expect. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  servers: [
    async ({ browser }, provide) => {
      const { forFile, close } = createServers(browser);
      await provide({ forFile });
      await close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  site: [
    async ({ servers }, provide, { file }) => {
      await provide({ url: await servers.forFile(file) });
    },
    { timeout: 120_000 },
  ],
  baseURL: async ({ site }, provide) => {
    await provide(site.url);
  },
  context: async ({ context }, provide) => {
    await noteAnnouncements(context);
    await provide(context);
  },
  page: async ({ page }, provide) => {
    await provide(waitForApplication(page));
  },
  expectedErrors: [null, { option: true }],
  failOnConsoleErrors: [
    async ({ context, expectedErrors }, provide) => {
      const errors: string[] = [];
      const note = (text: string) => {
        if (![...HARMLESS_ERRORS, expectedErrors].some((known) => known?.test(text))) errors.push(text);
      };
      context.on('console', (message) => {
        if (message.type() === 'error') note(`${message.text()} ${message.location().url}`);
      });
      context.on('weberror', (error) => note(error.error().message));
      await provide(undefined);
      expect(errors).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
export { expectAccessible, expectNoSideScroll } from './accessible.ts';

/** Ends the notification stream as soon as it opens, for tests that wait for an idle network. */
export const endStreams = async (page: Page): Promise<void> => {
  await page.route('**/api/notifications/stream', (route) =>
    route.fulfill({ contentType: 'text/event-stream', body: '' }),
  );
};

export const PHONE = { width: 360, height: 800 };
export const DESKTOP = { width: 1280, height: 800 };

/** The last session of each sample account in a file, and the test that used it. */
const sessions = new Map<string, { cookies: Cookie[]; testId: string }>();

const signedInEmail = async (page: Page): Promise<string | undefined> => {
  const response = await page.request.get('/api/auth/get-session');
  return ((await response.json()) as { user: { email: string } } | null)?.user.email;
};

/**
 * Signs in through the API call of the login form. The next page load shows the user. Because hashing the password
 * takes long, a test continues the session of an earlier one if it is still valid. Each login within a test is a new
 * session.
 */
export const loginAs = async (page: Page, label: SampleAccount): Promise<void> => {
  const { email, password } = sampleAccount(label);
  const { file, testId } = test.info();
  const context = page.context();
  await context.clearCookies();
  const earlier = sessions.get(`${file} ${label}`);
  if (earlier && earlier.testId !== testId) {
    await context.addCookies(earlier.cookies);
    earlier.testId = testId;
    if ((await signedInEmail(page)) === email) return;
    await context.clearCookies();
  }
  const response = await page.request.post('/api/auth/sign-in/email', { data: { email, password } });
  expect(response.ok()).toBe(true);
  sessions.set(`${file} ${label}`, { cookies: await context.cookies(), testId });
};

/** The access token of the current user, for calls outside the page. */
export const accessTokenOf = async (page: Page): Promise<string> => {
  const response = await page.request.post('/api/jwt', { data: { email: await signedInEmail(page) } });
  return ((await response.json()) as { token: string }).token;
};

/** Opens a separate browser context, signed in to a sample account if one is named. */
export const openPage = async (
  browser: Browser,
  baseURL: string | undefined,
  account?: SampleAccount,
  options: BrowserContextOptions = {},
): Promise<Page> => {
  const context = await browser.newContext({ baseURL, reducedMotion: 'reduce', ...options });
  await noteAnnouncements(context);
  const page = waitForApplication(await context.newPage());
  if (account) await loginAs(page, account);
  return page;
};

let counter = 0;
/** Returns an email address that no account has. */
export const newEmail = (): string => `person-${Date.now()}-${(counter += 1)}@example.test`;

export const fillRegistration = async (page: Page, email: string, name: string): Promise<void> => {
  await expect(page.getByRole('heading', { name: 'Create your account' })).toBeVisible();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByLabel('Photo URL').fill('/pictures/avatars/09.svg');
};

export const registerAs = async (page: Page, name: string): Promise<void> => {
  await page.goto('/registration');
  await fillRegistration(page, newEmail(), name);
  await page.getByRole('button', { name: 'Register' }).click();
  await page.waitForURL('/');
};

export const askToTeach = async (page: Page): Promise<void> => {
  await page.goto('/teacherReq');
  await page.getByLabel('Title').fill('Woodworker');
  await page.getByLabel('Experience').selectOption('Mid Level');
  await page.getByLabel('Skill category').selectOption('Graphics Design');
  await page.getByRole('button', { name: 'Submit For Review' }).click();
  await expect(page.getByText('Your request is being reviewed')).toBeVisible();
};

/** Answers a confirmation question. */
export const confirm = async (page: Page, title: string, answer: string): Promise<void> => {
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('heading')).toHaveText(title);
  await dialog.getByRole('button', { name: answer, exact: true }).click();
  await expect(dialog).toHaveCount(0);
};

export const pricesOf = async (prices: Locator): Promise<number[]> =>
  (await prices.allTextContents()).map((text) => Number(text.replace(/[$,]/g, '')));

/**
 * Whether prices are sorted. The first one depends on the classes that other tests have published.
 * @param order 1 for ascending, -1 for descending
 */
export const areSorted = async (prices: Locator, order: 1 | -1): Promise<boolean> => {
  const found = await pricesOf(prices);
  return found.length > 1 && found.join() === found.toSorted((a, b) => order * (a - b)).join();
};

/** Delays the application's script. @returns a function that releases it */
export const holdApplication = async (page: Page): Promise<() => void> => {
  let letCome = () => {};
  const mayCome = new Promise<void>((resolve) => {
    letCome = resolve;
  });
  await page.route(/entry-client.*\.js$/, async (route) => {
    await mayCome;
    await route.continue();
  });
  return letCome;
};

export const fillCard = async (page: Page, number: string): Promise<void> => {
  await page.getByLabel('Card number').fill(number);
  await page.getByLabel('Expiry date').fill('1240');
  await page.getByLabel('Security code').fill('123');
};

export const setTheme = async (page: Page, theme: 'light' | 'dark'): Promise<void> => {
  await page.addInitScript(([key, value]) => localStorage.setItem(key, value), [
    STORAGE_KEYS.theme,
    theme,
  ] as const);
};
