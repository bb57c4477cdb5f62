import { expect, test } from '@playwright/test';
import { freePort } from '#server/free-port.ts';
import { BuiltServer, createDataDir, removeDataDir } from '#tests/support/built-server.ts';
import { startMailServer } from '#tests/support/mail-server.ts';
import { journeySettings, journeySteps } from '#tests/support/owner-journey.ts';
import { startPreparedServer } from './fixtures.ts';

test('the owner of a new site sells the first class without editing a file', async ({ browser }) => {
  test.setTimeout(180_000);
  const provider = await startPreparedServer();
  const mail = await startMailServer();
  const dataDir = await createDataDir();
  const port = await freePort();
  const settings = journeySettings({ port, mailUrl: mail.url, providerUrl: provider.url });
  const server = new BuiltServer(port, { ...settings, DATA_DIR: dataDir });
  try {
    await server.ready();
    await expect.poll(() => server.output).toContain('There is no admin yet');
    const [setupUrl] = /http\S+\/login\/setup\S+/.exec(server.output)!;
    const site = { url: server.url, setupUrl, providerUrl: provider.url };
    const steps = await journeySteps(browser, site);
    // The steps in docs/deploying.md, apart from the clone and the start.
    expect(steps.length).toBeLessThanOrEqual(10);
    for (const { title, run } of steps) await test.step(title, run);
    await expect.poll(() => mail.to('sam.student@example.test').length).toBeGreaterThan(0);
  } finally {
    await server.stop();
    await mail.close();
    await provider.close();
    await removeDataDir(dataDir);
  }
});
