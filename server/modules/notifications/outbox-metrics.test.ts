import { Registry } from 'prom-client';
import { expect, it, vi } from 'vitest';
import type { Database } from '../../database/client.ts';
import { registerOutboxMetrics } from './outbox-metrics.ts';

const register = () => {
  const registry = new Registry();
  const execute = vi.fn(async () => ({ rows: [{ length: 3, age: 5, retried: 1, failed: 2 }] }));
  registerOutboxMetrics(registry, { execute } as unknown as Database);
  return { registry, execute };
};

it('each metric of the outbox can be read alone', async () => {
  const { registry } = register();
  expect((await registry.getSingleMetric('emails_failed')!.get()).values).toMatchObject([{ value: 2 }]);
});

it('the metrics of one scrape are read by a single query, and those of the next one again', async () => {
  const { registry, execute } = register();
  for (const scrapes of [1, 2]) {
    const text = await registry.metrics();
    expect(text).toMatch(/^emails_waiting 3$/m);
    expect(text).toMatch(/^emails_waiting_age_seconds 5$/m);
    expect(text).toMatch(/^emails_retried 1$/m);
    expect(execute).toHaveBeenCalledTimes(scrapes);
  }
});
