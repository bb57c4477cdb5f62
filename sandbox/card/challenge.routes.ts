import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import type Stripe from 'stripe';
import { sendSandboxPage } from '../send-page.ts';
import { challengePage } from './challenge-page.ts';
import { completeChallenge } from './payment-intents.ts';
import { SANDBOX_ROUTE } from './sandbox-route.ts';
import { inTransaction, Store } from './store.ts';

interface ChallengeRequest {
  Params: { id: string };
  Body?: { result?: string };
}

const getIntent = async (store: Store, id: string): Promise<Stripe.PaymentIntent> =>
  (await store.get<Stripe.PaymentIntent>('payment_intent', id)).object;

/** The routes of the 3-D Secure challenge: its page and its form. */
export const registerChallenge = (scope: FastifyInstance, pool: Pool): void => {
  scope.get<ChallengeRequest>('/3ds/:id', SANDBOX_ROUTE, async ({ params }, reply) => {
    const { amount, currency } = await inTransaction(pool, (client) =>
      getIntent(new Store(client), params.id),
    );
    const price = (amount / 100).toLocaleString('en-US', { style: 'currency', currency });
    return sendSandboxPage(reply, challengePage(price));
  });

  scope.post<ChallengeRequest>('/3ds/:id', SANDBOX_ROUTE, async ({ params, body }, reply) => {
    const returnUrl = await inTransaction(pool, async (client) => {
      const store = new Store(client);
      const { next_action } = await getIntent(store, params.id);
      await completeChallenge(store, params.id, body?.result === 'complete');
      return next_action?.redirect_to_url?.return_url;
    });
    return returnUrl ? reply.redirect(returnUrl, 303) : reply.code(204).send();
  });
};
