import { expect, it } from 'vitest';
import { RATE_LIMITS } from '#server/http/rate-limit.ts';
import { pollDelay } from './poll-delay.ts';

it('polls slowly enough that two tabs stay below the rate limit, however long an outcome takes', () => {
  const { perAccount, seconds } = RATE_LIMITS.paymentOutcome;
  let asked = 0;
  for (let elapsed = 0; elapsed <= seconds * 1_000; asked += 1) elapsed += pollDelay(asked);
  expect(2 * asked).toBeLessThan(perAccount);
});
