import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'

const existing = (path) => (path && existsSync(path) ? path : null)
const which = (name) => spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).stdout?.trim() || null

/**
 * Finds a Chromium for the tests, in this order: CHROMIUM_PATH, the system's (the headless shell first, because it needs a
 * tenth less time), Playwright's. Installs one if there is none. Returns its path, or null and the reason.
 */
export function findChromium() {
  const findInstalled = () =>
    existing(process.env.CHROMIUM_PATH) ??
    which('chromium-headless-shell') ??
    which('chromium') ??
    which('chromium-browser') ??
    which('google-chrome') ??
    existing(getPlaywrightChromium())
  let path = findInstalled()
  if (path) return { path }
  process.stdout.write('\n== Chromium is missing; installing it\n')
  spawnSync('npx', ['playwright', 'install', 'chromium'], { stdio: 'ignore', timeout: 240_000 })
  path = findInstalled()
  if (!path && process.getuid?.() === 0 && which('apt-get')) {
    spawnSync('sh', ['-c', 'apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -y -q chromium'], {
      stdio: 'ignore',
      timeout: 600_000,
    })
    path = findInstalled()
  }
  return path
    ? { path }
    : {
        path: null,
        why: 'No Chromium for the end-to-end tests: install the package "chromium", run "npx playwright install chromium", or set CHROMIUM_PATH.',
      }
}
function getPlaywrightChromium() {
  try {
    return createRequire(import.meta.url)('playwright').chromium.executablePath()
  } catch {
    return null
  } // Playwright has no Chromium for this system
}
