import { cardSandboxSettings } from '#server/start-sandboxes.ts';
import { TEST_SECRET } from '#tests/support/start-test-server.ts';
import { expect, registerAs, startPreparedServer, test as base } from './fixtures.ts';

interface Recorded {
  calls: unknown[][];
}

/**
 * A shop with the provider's keys that loads nothing of the sandbox. Another demo's card sandbox stands in for the
 * provider's servers, and a stand-in for js.stripe.com records the requests it receives.
 */
const test = base.extend<object, { provider: { url: string } }>({
  provider: [
    async ({}, provide) => {
      const { url, close } = await startPreparedServer();
      await provide({ url });
      await close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  servers: [
    async ({ provider }, provide) => {
      const { secretKey, publishableKey, webhookSecret } = cardSandboxSettings(provider.url, TEST_SECRET);
      const { url, close } = await startPreparedServer({
        STRIPE_SECRET_KEY: secretKey,
        STRIPE_PUBLISHABLE_KEY: publishableKey,
        STRIPE_WEBHOOK_SECRET: webhookSecret,
        STRIPE_API_BASE: `${provider.url}/sandbox/stripe`,
      });
      await provide({ forFile: () => Promise.resolve(url) });
      await close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

const STAND_IN = `
  window.recorded = { calls: [] };
  const note = (...call) => window.recorded.calls.push(call);
  window.Stripe = (key) => {
    note('Stripe', key);
    let card = null;
    return {
      elements: () => ({
        create: (type, options) => {
          note('create', type, options && options.hidePostalCode);
          const handlers = {};
          card = {
            on: (name, handler) => { handlers[name] = handler; return card; },
            off: () => card, once: () => card,
            mount: (node) => { node.textContent = 'Card fields'; handlers.ready && handlers.ready(); },
            unmount: () => {}, destroy: () => {}, update: () => {}, focus: () => {}, blur: () => {}, clear: () => {},
          };
          return card;
        },
        getElement: () => card,
        update: () => {},
      }),
      createPaymentMethod: async (input) => {
        note('createPaymentMethod', input.type, input.card === card, input.billing_details);
        return { paymentMethod: { id: 'pm_card_visa' } };
      },
      confirmCardPayment: async (secret, data) => {
        note('confirmCardPayment', secret, data);
        return { paymentIntent: await window.confirmAtProvider(secret, data.payment_method) };
      },
      createToken: () => {}, registerAppInfo: (info) => note('registerAppInfo', info.name), _registerWrapper: () => {},
    };
  };
`;

test('Stripe.js is loaded from js.stripe.com and asked to collect and confirm the card, with the keys that are set', async ({
  page,
  site,
  provider,
}) => {
  const { publishableKey } = cardSandboxSettings(provider.url, TEST_SECRET);
  await page.exposeFunction('confirmAtProvider', async (secret: string, method: string) => {
    const id = secret.split('_secret_')[0];
    const response = await fetch(`${provider.url}/sandbox/stripe/v1/payment_intents/${id}/confirm`, {
      method: 'POST',
      body: new URLSearchParams({ key: publishableKey, client_secret: secret, payment_method: method }),
    });
    return (await response.json()) as object;
  });
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  await page.route('https://js.stripe.com/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: STAND_IN }),
  );

  await registerAs(page, 'Stella Stripe');
  await page.goto('/allClasses?q=game+feel');
  await page.getByRole('article').getByRole('link').last().click();
  await page.getByRole('link', { name: 'Pay Now' }).click();
  await expect(page.getByText('Card fields')).toBeVisible();
  await page.getByRole('button', { name: /^Pay/ }).click();
  await expect(page).toHaveURL(/myEnroll/);
  await expect(page.getByText(/Transaction ID: pi_/i)).toBeVisible();

  expect(loaded.filter((url) => url.startsWith('https://js.stripe.com/'))).toHaveLength(1);
  expect(loaded.filter((url) => url.startsWith(`${site.url}/sandbox`))).toEqual([]);
  const { calls } = await page.evaluate(() => (window as unknown as { recorded: Recorded }).recorded);
  expect(calls).toContainEqual(['Stripe', publishableKey]);
  expect(calls).toContainEqual(['create', 'card', true]);
  expect(calls).toContainEqual([
    'createPaymentMethod',
    'card',
    true,
    { email: expect.stringContaining('@example.test'), name: 'Stella Stripe' },
  ]);
  expect(calls).toContainEqual([
    'confirmCardPayment',
    expect.stringMatching(/^pi_.+_secret_/),
    { payment_method: 'pm_card_visa' },
  ]);
});
