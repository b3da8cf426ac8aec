import { defineConfig } from '@playwright/test'

// Uses only Playwright's test runner: its own browsers are neither the Safari nor the Firefox that people have.
export default defineConfig({
  testDir: '.',
  globalSetup: '../e2e/demo-plant.ts',
  outputDir: '../../node_modules/.cache/browsers',
  workers: 1,
  timeout: 300_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
})
