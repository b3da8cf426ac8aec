import { defineConfig } from '@playwright/test'

// Only Playwright's way of telling stories is used here: its own browsers are no Safari and no Firefox that people have.
export default defineConfig({
  testDir: '.',
  globalSetup: '../e2e/demo-plant.ts',
  outputDir: '../../node_modules/.cache/browsers',
  workers: 1,
  timeout: 300_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
})
