import { defineConfig } from '@playwright/test';
import { findChromium } from './scripts/chromium.mjs';
import { chromiumOptions } from './tests/support/chromium.ts';

export default defineConfig({
  testDir: 'tests/browser',
  globalSetup: './tests/browser/demo-data.ts',
  outputDir: 'test-results',
  workers: 2,
  fullyParallel: false,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  // Prints the errors again at the end, where they are found in a long log.
  reporter: [['list']],
  use: {
    launchOptions: { ...chromiumOptions, executablePath: findChromium() },
    // Recording takes a quarter of the time. Use --trace on to debug a failure.
    trace: 'off',
    contextOptions: { reducedMotion: 'reduce' },
  },
});
