import { defineConfig } from '@playwright/test'

// The system's Chromium: what is installed beside the tests, not what Playwright would download.
const launchOptions = { executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium', args: ['--no-sandbox'] }
const touch = { hasTouch: true, isMobile: true, launchOptions }

export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/e2e/demo-plant.ts',
  outputDir: 'node_modules/.cache/e2e',
  // Two files at a time: each has a server, a database and a browser of its own; the tests of a file follow one another.
  workers: 2,
  fullyParallel: false,
  // A busy machine draws slowly, and waiting longer costs a passing test nothing. What is promised in seconds says so itself.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  use: {
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
    actionTimeout: 30_000,
  },
  projects: [
    // What does not depend on the size is told once, where it is done: trouble in the field on the phone, Excel in the office.
    { name: 'phone', testIgnore: /excel\.spec/, use: { ...touch, viewport: { width: 390, height: 844 } } },
    {
      name: 'tablet',
      testIgnore: /(basement-trouble|kilogram-trouble|update)\.spec/,
      use: { ...touch, viewport: { width: 820, height: 1180 } },
    },
  ],
})
