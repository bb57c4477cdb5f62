import type { TestUser } from './users.ts';
import type { ApiResponse, TestApp } from './test-app.ts';

/** Confirms an intent with a test card at the card sandbox, as a browser does with a client secret. */
export const confirmCard = async (app: TestApp, clientSecret: string, card: string): Promise<Response> => {
  const { body: config } = await app.call('GET', '/config');
  const id = clientSecret.split('_secret_')[0];
  return fetch(`${app.url}/sandbox/stripe/v1/payment_intents/${id}/confirm`, {
    method: 'POST',
    body: new URLSearchParams({
      key: config.stripePublishableKey as string,
      client_secret: clientSecret,
      payment_method: card,
    }),
  });
};

/** Finds an approved class by another user, the most expensive one by default. */
export const findOffer = async (
  app: TestApp,
  sort = '-price',
): Promise<{ _id: string; price: number; enroll: number }> => {
  const { body } = await app.call('GET', `/classes?sort=${sort}&limit=1&status=approve`);
  return body[0];
};

export const openIntent = (
  app: TestApp,
  buyer: TestUser,
  offer: { _id: string; price: number },
): Promise<ApiResponse> =>
  app.call('POST', `/create-payment-intent/${offer._id}`, {
    body: { price: Math.round(offer.price * 100) },
    token: buyer.token,
  });

/** Opens an intent and pays it with a test card. @returns the transaction id */
export const payFor = async (
  app: TestApp,
  buyer: TestUser,
  offer: { _id: string; price: number },
  card = 'pm_card_visa',
): Promise<string> => {
  const { body } = await openIntent(app, buyer, offer);
  const clientSecret = body.clientSecret as string;
  await confirmCard(app, clientSecret, card);
  return clientSecret.split('_secret_')[0]!;
};

/** Holds back the provider's webhooks, for tests without them. */
export const holdWebhooks = async (app: TestApp): Promise<void> => {
  await app.pool.query(`alter table card_sandbox.deliveries alter column due_at set default 'infinity'`);
};

/** Releases the provider's webhooks, including those held back. */
export const releaseWebhooks = async (app: TestApp): Promise<void> => {
  await app.pool.query('alter table card_sandbox.deliveries alter column due_at set default now()');
  await app.pool.query('update card_sandbox.deliveries set due_at = now()');
};
