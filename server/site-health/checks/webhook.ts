import type Stripe from 'stripe';
import { failureOf } from '../../stripe/failure.ts';
import { WEBHOOK_PATH } from '../../modules/payments/events/stripe-webhook.routes.ts';
import type { RefusedEvent, WebhookSignatures } from '../../modules/payments/events/webhook-signatures.ts';
import { isLive } from '../../stripe/client.ts';
import { ok, type Outcome, problem, warning } from '../outcome.ts';
import { describeProviderFailure } from '../describe-provider-failure.ts';
import { findOrigins } from '../refused-events.ts';

/** The timeout is in milliseconds. */
const OPTIONS = { timeout: 6_000, maxNetworkRetries: 0 };
const DASHBOARD = 'In the card provider’s dashboard, under Developers > Webhooks,';

/**
 * Checks whether the endpoint of this site receives every event that it needs.
 * @param url the address of the endpoint
 */
const checkEndpoint = (
  endpoints: Stripe.WebhookEndpoint[],
  url: string,
  needed: readonly string[],
): Outcome => {
  const endpoint = endpoints.find((candidate) => candidate.url === url);
  const elsewhere = endpoints.find((candidate) => candidate.url.endsWith(WEBHOOK_PATH));
  if (!endpoint)
    return warning(
      elsewhere
        ? `The card provider sends events to ${elsewhere.url} and has no webhook endpoint for this site`
        : 'The card provider has no webhook endpoint for this site: its events are polled and arrive up to a minute late',
      `${DASHBOARD} add ${url}.`,
      'STRIPE_WEBHOOK_SECRET',
    );
  if (endpoint.status !== 'enabled')
    return problem('The webhook endpoint is disabled', `${DASHBOARD} enable ${url}.`);
  const sent: string[] = endpoint.enabled_events;
  const missing = sent.includes('*') ? [] : needed.filter((type) => !sent.includes(type));
  return missing.length > 0
    ? warning(`The webhook endpoint does not send ${missing.join(', ')}`, `${DASHBOARD} add these events.`)
    : ok(`The card provider sends events to ${url}`);
};

interface WebhookState {
  stripe: Stripe | undefined;
  url: string;
  needed: readonly string[];
  signatures: WebhookSignatures;
}

interface WebhookCheck {
  outcome: Outcome;
  /** The provider's response. Absent if it was not called. */
  response?: string;
}

const describeEndpoints = (endpoints: Stripe.WebhookEndpoint[]): string =>
  endpoints.map((one) => `${one.url} (${one.status}): ${one.enabled_events.join(', ')}`).join('; ') ||
  'no endpoint';

const wrongSecret = ({ id, at }: RefusedEvent, url: string, sameUrl: number): Outcome =>
  problem(
    `The event ${id} (${at.toISOString()}) was not signed with this secret`,
    sameUrl > 1
      ? `${DASHBOARD} delete all endpoints ${url} except the one whose signing secret is set: there are ${sameUrl}.`
      : `${DASHBOARD} copy the signing secret of the endpoint ${url}: each endpoint has its own.`,
    'STRIPE_WEBHOOK_SECRET',
  );

/** Such events are refused, and no other secret would help: this site only handles those of its key's mode. */
const foreignEndpoint = ({ id }: RefusedEvent, stripe: Stripe, url: string): Outcome => {
  const mode = isLive(stripe) ? 'test' : 'live';
  return warning(
    `Events of the ${mode} mode arrive as well, such as ${id}, and are refused`,
    `${DASHBOARD} switch to the ${mode} mode and delete the endpoint ${url}.`,
  );
};

/** Checks whether events of the provider reach this site and are signed with the configured secret. */
export const checkWebhook = async (state: WebhookState): Promise<WebhookCheck> => {
  const { stripe, url, needed, signatures } = state;
  if (!stripe) return { outcome: ok('The card sandbox sends its own events') };
  const { verifiedAt } = signatures;
  const refused = signatures.refused.filter(({ at }) => !verifiedAt || at > verifiedAt);
  const { own, ofOtherMode } = await findOrigins(stripe, refused, OPTIONS);
  try {
    const { data, lastResponse } = await stripe.webhookEndpoints.list({ limit: 100 }, OPTIONS);
    const ofEndpoint = checkEndpoint(data, url, needed);
    const sameUrl = data.filter((endpoint) => endpoint.url === url).length;
    const refusal = own
      ? wrongSecret(own, url, sameUrl)
      : ofOtherMode && ofEndpoint.status === 'ok' && foreignEndpoint(ofOtherMode, stripe, url);
    return {
      outcome: refusal || ofEndpoint,
      response: `${lastResponse.statusCode} OK, ${describeEndpoints(data)}`,
    };
  } catch (error) {
    // An unanswered call is a finding of the key's check.
    if (failureOf(error) === undefined) throw error;
    const unknown = verifiedAt
      ? ok(`The newest event came at ${verifiedAt.toISOString()}`)
      : warning(
          'No event has arrived yet, and Stripe refused to list the webhook endpoints',
          `${DASHBOARD} check ${url}.`,
        );
    return {
      outcome: own ? wrongSecret(own, url, 1) : unknown,
      response: describeProviderFailure(error),
    };
  }
};
