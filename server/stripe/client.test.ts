import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { createStripe, isLive } from './client.ts';

/** The number of requests per second that Stripe accepts in test mode. */
const RATE_LIMIT = 25;

it.each([
  ['sk_live_x', true],
  ['rk_live_x', true],
  ['sk_test_x', false],
  ['rk_test_x', false],
])('whether a client charges real money follows from its key: %s', (secretKey, live) => {
  expect(isLive(createStripe({ secretKey }))).toBe(live);
});

it('background requests stay within the rate limit of the provider, however quickly it responds', async () => {
  let asked = 0;
  const provider = createServer((_request, response) => {
    asked += 1;
    response.setHeader('content-type', 'application/json').end('{"object":"payment_intent"}');
  });
  provider.listen(0, '127.0.0.1');
  await once(provider, 'listening');
  const apiBase = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
  const stripe = createStripe({ secretKey: 'sk_test_x', apiBase }, 'background');
  const since = performance.now();
  await Promise.all(
    Array.from({ length: 3 * RATE_LIMIT }, (_, index) => stripe.paymentIntents.retrieve(`pi_${index}`)),
  );
  const seconds = (performance.now() - since) / 1_000;
  provider.closeAllConnections();
  provider.close();
  expect(asked).toBe(3 * RATE_LIMIT);
  expect(asked / seconds).toBeLessThan(RATE_LIMIT);
});
