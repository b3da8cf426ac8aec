import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'

// The system's Chromium, so that Playwright downloads none.
const launchOptions = { executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium', args: ['--no-sandbox'] }
const touch = { hasTouch: true, isMobile: true, launchOptions }

/** `npm run test:long` runs each story at the size that `npm test` left out, and the stories of failures in the field. */
const isLongRun = Boolean(process.env['LONG'])
const troubleStories = /(trouble|update)\.spec/
/**
 * `npm test` runs the core: signing in, the app without a network, the mechanic's round, and a kilogram from resin to slit
 * roll. The stories with these names (other areas, the installed app, every page, many rows, an empty plant) belong to
 * `npm run test:breadth`.
 */
const breadthNames =
  'accessibility|certificate|components|cost|empty-plant|excel|first-visit|labels|overview[-\\w]*|paper|roll-check|tool|worker'
const breadthStories = new RegExp(`/(${breadthNames})\\.spec`)
const coreStories = new RegExp(`^(?!.*/(${breadthNames})\\.spec)`)
/** Stories of work at a desk run on the wider screen. */
const officeStories = /excel\.spec/
/** Stories that set the screen sizes of their people themselves. */
const ownDeviceStories = /(overview.*|cost)\.spec/
/** Stories without the demonstration plant; they start while it is being filled. */
const emptyPlantStories = /(basement|empty-plant)\.spec/
/** The set of stories to run: `usual`, `breadth` or `all`. */
const storySet = process.env['STORIES'] ?? 'usual'
const skippedStories = storySet === 'usual' ? [breadthStories] : storySet === 'breadth' ? [coreStories] : []
const phone = { ...touch, viewport: { width: 390, height: 844 } }
const tablet = { ...touch, viewport: { width: 820, height: 1180 } }

export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/e2e/demo-plant.ts',
  outputDir: 'node_modules/.cache/e2e',
  // One more than the cores, because stories often wait. Each file has its own server, database and browser.
  workers: Math.min(availableParallelism() + 1, 6),
  fullyParallel: false,
  // A long timeout costs a passing test nothing, and a busy machine draws slowly. Tests of a promised time set their own.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  use: {
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    // Without motion, screenshots are stable. Stories that test motion turn it on.
    contextOptions: { reducedMotion: 'reduce' },
    // Traces take a third of the total time, so they are recorded only with TRACE=1.
    trace: process.env['TRACE'] ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    actionTimeout: 30_000,
  },
  projects: isLongRun
    ? [
        { name: 'phone', testMatch: troubleStories, use: phone },
        { name: 'tablet', testIgnore: [officeStories, ownDeviceStories, troubleStories], use: tablet },
      ]
    : [
        { name: 'phone', testMatch: emptyPlantStories, testIgnore: skippedStories, use: phone },
        { name: 'tablet', testMatch: officeStories, testIgnore: skippedStories, use: tablet },
        // A single project, because each project starts with new workers and browsers.
        {
          name: 'phone',
          testIgnore: [emptyPlantStories, officeStories, troubleStories, ...skippedStories],
          use: phone,
        },
      ],
})
