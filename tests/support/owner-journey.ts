import type { Browser, Page } from '@playwright/test';
import { cardSandboxSettings } from '#server/start-sandboxes.ts';
import { TEST_SECRET } from './start-test-server.ts';
import { codeFor } from './totp.ts';

const PASSWORD = 'a good password of the owner';
const TITLE = 'Splicing rope';

/**
 * The settings of a new real site.
 * @param providerUrl a demo server with the test secret, whose card sandbox takes the place of the card provider
 */
export const journeySettings = ({
  port,
  mailUrl,
  providerUrl,
}: {
  port: number;
  mailUrl: string;
  providerUrl: string;
}): Record<string, string> => {
  const { secretKey, publishableKey, webhookSecret } = cardSandboxSettings(providerUrl, TEST_SECRET);
  return {
    PORT: String(port),
    BASE_URL: `http://localhost:${port}`,
    SECRET: 'the secret of a new site, from openssl rand -hex 32',
    STRIPE_SECRET_KEY: secretKey,
    STRIPE_PUBLISHABLE_KEY: publishableKey,
    STRIPE_WEBHOOK_SECRET: webhookSecret,
    STRIPE_API_BASE: `${providerUrl}/sandbox/stripe`,
    SMTP_URL: mailUrl,
    MAIL_FROM: 'school@example.test',
  };
};

/** The site of the journey. */
export interface JourneySite {
  url: string;
  /** The set-up address that the server printed. */
  setupUrl: string;
  /** The address of the card provider, whose browser script is not on the internet here. */
  providerUrl: string;
}

/** A step of the journey, in the words of the docs. */
export interface Step {
  title: string;
  run: () => Promise<void>;
}

/** Opens an address and waits for hydration. */
const visit = async (page: Page, address: string): Promise<void> => {
  await page.goto(address);
  await page.locator('html[data-interactive]').waitFor({ state: 'attached' });
};

const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('button', { name, exact: true }).click();

const confirm = (page: Page, name: string): Promise<void> =>
  page.getByRole('dialog').getByRole('button', { name, exact: true }).click();

/** Replaces the provider's script, and the provider's API that the script calls, with the sandbox. */
const standInForStripe = async (page: Page, { url, providerUrl }: JourneySite): Promise<void> => {
  await page.route('https://js.stripe.com/**', async (route) =>
    route.fulfill({ response: await route.fetch({ url: `${providerUrl}/sandbox/stripe/stripe.js` }) }),
  );
  await page.route(`${url}/sandbox/stripe/**`, async (route) =>
    route.fulfill({
      response: await route.fetch({ url: route.request().url().replace(url, providerUrl) }),
    }),
  );
};

const register = async (page: Page, name: string): Promise<void> => {
  await visit(page, '/registration');
  await page
    .getByLabel('Email', { exact: true })
    .fill(`${name.toLowerCase().replace(' ', '.')}@example.test`);
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByLabel('Photo URL').fill('/pictures/avatars/09.svg');
  await press(page, 'Register');
  await page.waitForURL('/');
};

const becomeAdmin = async (page: Page, setupUrl: string): Promise<void> => {
  await visit(page, setupUrl);
  await page.getByLabel('Email', { exact: true }).fill('owner@example.test');
  await page.getByLabel('Name').fill('Olga Owner');
  await press(page, 'Create admin account');
  await page.getByLabel('New password', { exact: true }).waitFor();
};

const setPassword = async (page: Page): Promise<void> => {
  await page.getByLabel('New password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm new password').fill(PASSWORD);
  await press(page, 'Set password');
  await page.waitForURL('**/login');
  await page.getByLabel('Email', { exact: true }).fill('owner@example.test');
  await page.getByLabel('Password').fill(PASSWORD);
  await press(page, 'Login');
  await page.waitForURL((address) => !address.pathname.startsWith('/login'));
};

const setUpSecondFactor = async (page: Page): Promise<void> => {
  await visit(page, '/dashboard/account');
  const section = page.getByRole('region', { name: 'Two-factor authentication' });
  await section.getByLabel('Password, to verify it’s you').fill(PASSWORD);
  await section.getByRole('button', { name: 'Set it up' }).click();
  const key = (await section.locator('p.font-mono').textContent())!;
  await section.getByLabel('Code from the app').fill(codeFor(key));
  await section.getByRole('button', { name: 'Turn it on' }).click();
  await section.getByText('It’s on').waitFor();
};

/** Saves a form and waits until it has no unsaved changes, because the toast may be gone before it is checked. */
const save = async (page: Page, button: string): Promise<void> => {
  await press(page, button);
  const saved = page.locator('button:disabled[aria-busy=false]');
  await saved.filter({ hasText: new RegExp(`^${button}$`) }).waitFor();
};

const setBrand = async (page: Page): Promise<void> => {
  await visit(page, '/dashboard/siteSettings');
  await page.getByLabel('Logo word', { exact: true }).fill('Rope');
  await page.getByLabel('Logo word, second part').fill('School');
  await page.getByRole('textbox', { name: 'Company' }).fill('Rope School Ltd.');
  await page.getByLabel('Accent color', { exact: true }).fill('#7a1f5c');
  await save(page, 'Save');
  await page.getByLabel('Contact email').fill('office@example.test');
  await save(page, 'Save contact details');
  await page.getByLabel('Currency', { exact: true }).selectOption('Euro (EUR)');
  await save(page, 'Save receipt settings');
};

const checkHealth = async (page: Page): Promise<void> => {
  await visit(page, '/dashboard/siteHealth');
  await press(page, 'Send a test email');
  await page.getByRole('status').filter({ hasText: 'Sent to owner@example.test' }).waitFor();
  await press(page, 'Test the card provider');
  await page.getByRole('status').filter({ hasText: 'The key is accepted, in test mode' }).waitFor();
};

const askToTeach = async (page: Page): Promise<void> => {
  await register(page, 'Tina Teacher');
  await visit(page, '/teacherReq');
  await page.getByLabel('Title').fill('Rigger');
  await page.getByLabel('Experience').selectOption('Mid Level');
  await page.getByLabel('Skill category').selectOption('Graphics Design');
  await press(page, 'Submit For Review');
  await page.getByText('Your request is being reviewed').waitFor();
};

const approveTeacher = async (page: Page): Promise<void> => {
  await visit(page, '/dashboard/teachersRequests');
  await press(page, 'Approve Tina Teacher');
  await confirm(page, 'Approve');
  await page.getByRole('row').filter({ hasText: 'Tina' }).getByText('Reviewed').waitFor();
};

const addClass = async (page: Page): Promise<void> => {
  await visit(page, '/dashboard/addClass');
  await page.getByLabel('Title').fill(TITLE);
  await page.getByLabel('Price').fill('25');
  await page.getByLabel('Experience').selectOption('Beginner');
  await page.getByLabel('Description').fill('Eye splice, back splice and long splice, in an evening.');
  await page.getByLabel('Image URL').fill('/pictures/covers/game-feel.svg');
  await press(page, 'Add Class');
  await page.waitForURL('**/dashboard/myAddedClass');
};

const approveClass = async (page: Page): Promise<void> => {
  await visit(page, '/dashboard/allClassReq');
  const row = page.getByRole('row').filter({ hasText: TITLE });
  await row.getByRole('button', { name: /^Approve/ }).click();
  await confirm(page, 'Approve');
  await row.getByText('Approved').first().waitFor();
};

const buy = async (page: Page): Promise<void> => {
  await register(page, 'Sam Student');
  await visit(page, '/allClasses');
  await page.getByRole('article').filter({ hasText: TITLE }).getByRole('link').last().click();
  await page.getByRole('link', { name: 'Pay Now' }).click();
  await page.getByLabel('Card number').fill('4242424242424242');
  await page.getByLabel('Expiry date').fill('1240');
  await page.getByLabel('Security code').fill('123');
  await page.getByRole('button', { name: /^Pay \d+€$/ }).click();
  await page.waitForURL('**/dashboard/myEnroll');
  await page.getByText(/Transaction ID: pi_/i).waitFor();
};

/** What the owner, a teacher and a student do on a new site until its first sale, each in their own browser. */
export const journeySteps = async (browser: Browser, site: JourneySite): Promise<Step[]> => {
  const open = async () => (await browser.newContext({ baseURL: site.url })).newPage();
  const [owner, teacher, student] = [await open(), await open(), await open()];
  await standInForStripe(student, site);
  return [
    { title: 'Open the address; enter email and name', run: () => becomeAdmin(owner, site.setupUrl) },
    { title: 'Set a password, log in', run: () => setPassword(owner) },
    { title: 'Account: set up two-factor authentication', run: () => setUpSecondFactor(owner) },
    {
      title: 'Site Settings: name, company, color, contact address and currency',
      run: () => setBrand(owner),
    },
    { title: 'Site Health: test email and card provider', run: () => checkHealth(owner) },
    { title: 'A teacher registers and asks to teach', run: () => askToTeach(teacher) },
    { title: 'Teacher’s Requests: approve', run: () => approveTeacher(owner) },
    { title: 'The teacher adds a class', run: () => addClass(teacher) },
    { title: 'All Classes Req: approve', run: () => approveClass(owner) },
    { title: 'A student registers and pays', run: () => buy(student) },
  ];
};
