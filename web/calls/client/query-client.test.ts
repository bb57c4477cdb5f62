import { QueryObserver } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { ApiError } from './api-error.ts';
import { createQueryClient, isWorthRetrying, showStored } from './query-client.ts';
import { reload } from './reload.ts';
import { LONGEST_RETRY_DELAY, RETRIES, retryDelay } from './retry-delay.ts';

describe('a failed query', () => {
  it.each([
    ['a connection that failed', new ApiError(0, {}), true],
    ['an error of the server', new ApiError(500, { code: 'internal' }), true],
    ['a busy server', new ApiError(503, { code: 'unavailable' }), true],
    ['a refusal', new ApiError(404, { code: 'not_found' }), false],
    ['a rate limit', new ApiError(429, { code: 'too_many_requests' }), false],
    ['a timeout', new ApiError(0, { code: 'timeout' }), false],
    ['a fault of the page', new TypeError('x is not a function'), false],
  ])('is retried after %s: %#', (_what, error, expected) => {
    expect(isWorthRetrying(0, error)).toBe(expected);
  });

  it('fails after several attempts', () => {
    const error = new ApiError(500, {});
    expect(isWorthRetrying(RETRIES - 1, error)).toBe(true);
    expect(isWorthRetrying(RETRIES, error)).toBe(false);
  });

  it('is retried with increasing delays, up to a limit', () => {
    expect([0, 1, 2].map(retryDelay)).toEqual([1_000, 2_000, 4_000]);
    expect(retryDelay(50)).toBe(LONGEST_RETRY_DELAY);
  });
});

it('shows what was stored, even if an older response arrives later', async () => {
  const queryClient = createQueryClient();
  const queryKey = ['settings'];
  queryClient.setQueryData(queryKey, 'old');
  let respond: (data: string) => void = () => undefined;
  const fetched = queryClient.query({
    queryKey,
    queryFn: () => new Promise<string>((resolve) => (respond = resolve)),
    staleTime: 0,
  });
  showStored(queryClient, queryKey, 'new');
  respond('old');
  await fetched.catch(() => undefined);
  expect(queryClient.getQueryData(queryKey)).toBe('new');
});

it('reloads what is shown, even while it is being loaded for the first time', async () => {
  const queryClient = createQueryClient();
  const queryKey = ['progress'];
  const pending: ((data: string) => void)[] = [];
  const queryFn = () => new Promise<string>((resolve) => pending.push(resolve));
  const shown = new QueryObserver(queryClient, { queryKey, queryFn });
  const stop = shown.subscribe(() => undefined);
  const reloaded = reload(queryClient, queryKey);
  await expect.poll(() => pending.length).toBe(2);
  pending[0]!('old');
  pending[1]!('new');
  await reloaded;
  expect(queryClient.getQueryData(queryKey)).toBe('new');
  stop();
});
