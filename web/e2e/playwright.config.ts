import { defineConfig } from '@playwright/test';

/** Debian's Chromium; no browser is downloaded. */
export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: './results',
  workers: 2,
  fullyParallel: false,
  forbidOnly: !!process.env.CI,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-background-networking'],
    },
    viewport: { width: 1280, height: 860 },
    actionTimeout: 15_000,
    trace: 'off',
    screenshot: 'only-on-failure',
  },
});
