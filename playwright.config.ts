import { defineConfig } from '@playwright/test'

// The system's Chromium: what is installed beside the tests, not what Playwright would download.
const launchOptions = { executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium', args: ['--no-sandbox'] }
const touch = { hasTouch: true, isMobile: true, launchOptions }

export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/e2e/demo-plant.ts',
  outputDir: 'node_modules/.cache/e2e',
  // One at a time: each file has a server and a database of its own, and the figures of some are measured.
  workers: 1,
  fullyParallel: false,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: process.env['CI'] ? 'dot' : 'list',
  use: { locale: 'zh-CN', timezoneId: 'Asia/Shanghai', trace: 'retain-on-failure', screenshot: 'only-on-failure', actionTimeout: 15_000 },
  projects: [
    { name: 'phone', use: { ...touch, viewport: { width: 390, height: 844 } } },
    { name: 'tablet', use: { ...touch, viewport: { width: 820, height: 1180 } } },
  ],
})
