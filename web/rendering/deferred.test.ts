import { expect, it } from 'vitest';
import { deferred } from './deferred.ts';

it('on the server, a failed load is that of one page: it does not end the process, and the next page loads again', async () => {
  let attempts = 0;
  const load = deferred(async () => {
    attempts += 1;
    if (attempts === 1) throw new Error('The file cannot be read');
    return 'the module';
  });
  const unhandled: unknown[] = [];
  const note = (error: unknown) => unhandled.push(error);
  process.on('unhandledRejection', note);
  await expect(load()).rejects.toThrow('The file cannot be read');
  // Node reports unhandled rejections after the microtasks.
  await new Promise((resolve) => setImmediate(resolve));
  process.off('unhandledRejection', note);
  expect(unhandled).toEqual([]);
  expect(await load()).toBe('the module');
  expect(await load()).toBe('the module');
  expect(attempts).toBe(2);
});
