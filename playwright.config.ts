import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'

// The system's Chromium: what is installed beside the tests, not what Playwright would download.
const launchOptions = { executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium', args: ['--no-sandbox'] }
const touch = { hasTouch: true, isMobile: true, launchOptions }

/** `npm run test:long` tells what `npm test` did not: each story at the other size, and what goes wrong in the field. */
const long = Boolean(process.env['LONG'])
const trouble = /(trouble|update)\.spec/
/**
 * `npm test` tells the core: signing in, the app without a network, the mechanic's round and the winder's and slitter's kilogram.
 * The other areas' stories, what a phone's system asks of the installed app, every page, thousands of rows, a month's books and
 * an empty plant are `npm run test:breadth`'s.
 */
const broadNames =
  'accessibility|certificate|components|cost|empty-plant|excel|first-visit|labels|overview[-\\w]*|paper|roll-check|tool|worker'
const broad = new RegExp(`/(${broadNames})\\.spec`)
const core = new RegExp(`^(?!.*/(${broadNames})\\.spec)`)
/** Work at a desk is told on the wider one. */
const office = /excel\.spec/
/** Its people bring phones, tablets, desks and walls of their own: told once. */
const ownDevices = /(overview.*|cost)\.spec/
/** These begin while the demonstration plant, which they do without, is being filled. */
const bare = /(basement|empty-plant)\.spec/
/** Which of them are told: `usual`, `breadth`, or `all`. */
const told = process.env['STORIES'] ?? 'usual'
const untold = told === 'usual' ? [broad] : told === 'breadth' ? [core] : []
const phone = { ...touch, viewport: { width: 390, height: 844 } }
const tablet = { ...touch, viewport: { width: 820, height: 1180 } }

export default defineConfig({
  testDir: 'tests/e2e',
  globalSetup: './tests/e2e/demo-plant.ts',
  outputDir: 'node_modules/.cache/e2e',
  // One file more than a small machine has cores, as they wait for each other's turns: each has a server, a database and a
  // browser of its own; the tests of a file follow one another.
  workers: Math.min(availableParallelism() + 1, 6),
  fullyParallel: false,
  // A busy machine draws slowly, and waiting longer costs a passing test nothing. What is promised in seconds says so itself.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  use: {
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    // Who asked for less motion gets none: a picture is there when it comes. Motion is shown where a story asks for it.
    contextOptions: { reducedMotion: 'reduce' },
    // A trace is a picture of every step, which is a third of all work here: TRACE=1 for a story that failed.
    trace: process.env['TRACE'] ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    actionTimeout: 30_000,
  },
  projects: long
    ? [
        { name: 'phone', testMatch: trouble, use: phone },
        { name: 'tablet', testIgnore: [office, ownDevices, trouble], use: tablet },
      ]
    : [
        { name: 'phone', testMatch: bare, testIgnore: untold, use: phone },
        { name: 'tablet', testMatch: office, testIgnore: untold, use: tablet },
        // One project for all of them, as each begins with other workers and browsers; the longest come early by their names.
        { name: 'phone', testIgnore: [bare, office, trouble, ...untold], use: phone },
      ],
})
