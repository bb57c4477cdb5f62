import { getEventListeners } from 'node:events';
import { afterEach, expect, it, vi } from 'vitest';
import { createPauses } from './upload-pauses.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

it('leaves no listeners behind after a pause', async () => {
  const browser = new EventTarget();
  vi.stubGlobal('window', browser);
  vi.stubGlobal('navigator', { onLine: false });
  const { signal } = new AbortController();
  const pauses = createPauses(signal);
  await pauses.wait(0);
  expect(getEventListeners(signal, 'abort')).toHaveLength(0);
  const passing = pauses.pass();
  vi.stubGlobal('navigator', { onLine: true });
  browser.dispatchEvent(new Event('online'));
  await passing;
  expect(getEventListeners(signal, 'abort')).toHaveLength(0);
});
