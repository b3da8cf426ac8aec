import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'

const returnIfExists = (path) => (path && existsSync(path) ? path : null)
const findInPath = (name) => spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).stdout?.trim() || null

/**
 * Finds a Chromium for the tests, in this order: CHROMIUM_PATH, the system's headless shell (10 % faster), the system's browsers,
 * Playwright's. Installs one if none is found. Returns its path, or null and the reason (`why`).
 */
export function findChromium() {
  const findInstalled = () =>
    returnIfExists(process.env.CHROMIUM_PATH) ??
    findInPath('chromium-headless-shell') ??
    findInPath('chromium') ??
    findInPath('chromium-browser') ??
    findInPath('google-chrome') ??
    returnIfExists(getPlaywrightChromium())
  let path = findInstalled()
  if (path) return { path }
  process.stdout.write('\n== Chromium is missing; installing it\n')
  spawnSync('npx', ['playwright', 'install', 'chromium'], { stdio: 'ignore', timeout: 240_000 })
  path = findInstalled()
  if (!path && process.getuid?.() === 0 && findInPath('apt-get')) {
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
