import { defineConfig } from '@playwright/test';
import { BARE, launch } from './browser';

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: './results',
  // One more than CI has processors, as a test spends a third of its time waiting for a page or a clock.
  workers: 3,
  fullyParallel: false,
  forbidOnly: !!process.env.CI,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    launchOptions: launch(BARE),
    viewport: { width: 1280, height: 860 },
    actionTimeout: 15_000,
    trace: 'off',
    screenshot: 'only-on-failure',
  },
});
