import { defineConfig } from '@playwright/test';
import { chromiumOptions } from './tests/support/chromium.ts';

export default defineConfig({
  testDir: 'tests/browser',
  outputDir: 'test-results',
  workers: 2,
  fullyParallel: false,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['line']],
  use: {
    launchOptions: chromiumOptions,
    // Recording costs a quarter of the time: whoever looks for a failure asks for it with --trace on.
    trace: 'off',
    contextOptions: { reducedMotion: 'reduce' },
  },
});
