import { API_BASE } from '#contract/call.ts';
import type { CardProviderTest } from '#contract/site-health.ts';
import type { Environment } from '../settings/environment.ts';
import { EVENT_TYPES } from '../modules/payments/events/event-row.ts';
import { WEBHOOK_PATH } from '../modules/payments/events/stripe-webhook.routes.ts';
import type { WebhookSignatures } from '../modules/payments/events/webhook-signatures.ts';
import { createStripe } from '../stripe/client.ts';
import { checkCardProvider } from './checks/card-provider.ts';
import { checkWebhook } from './checks/webhook.ts';

/** Tests the key and the webhook endpoint at the card provider. */
export type TestCardProvider = () => Promise<CardProviderTest>;

const toAnswers = (request: string, response: string | undefined): CardProviderTest['answers'] =>
  response ? [{ request, answer: response }] : [];

/**
 * Creates the test of the card provider for a running server.
 * @param settings absent in a demo, which has a sandbox instead
 * @param baseUrl the public URL of the site
 * @param signatures of the events that the server has received
 */
export const createCardProviderTest =
  (settings: Environment['stripe'], baseUrl: string, signatures: WebhookSignatures): TestCardProvider =>
  async () => {
    const stripe = settings && createStripe(settings, 'background');
    const key = await checkCardProvider(stripe);
    const ofKey: CardProviderTest = {
      findings: [{ check: 'Card provider', ...key.outcome }],
      answers: toAnswers('GET /v1/payment_intents', key.response),
    };
    if (key.outcome.status !== 'ok') return ofKey;
    const webhook = await checkWebhook({
      stripe,
      url: `${baseUrl}${API_BASE}${WEBHOOK_PATH}`,
      needed: EVENT_TYPES,
      signatures,
    });
    return {
      findings: [...ofKey.findings, { check: 'Webhook', ...webhook.outcome }],
      answers: [...ofKey.answers, ...toAnswers('GET /v1/webhook_endpoints', webhook.response)],
    };
  };
