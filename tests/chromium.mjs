import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'

const found = (path) => (path && existsSync(path) ? path : null)
const which = (name) => spawnSync('sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).stdout?.trim() || null

/** A Chromium to test with: a given one, the system's (the shell without windows costs a tenth less), Playwright's own, or one installed now. */
export function findChromium() {
  const there = () =>
    found(process.env.CHROMIUM_PATH) ??
    which('chromium-headless-shell') ??
    which('chromium') ??
    which('chromium-browser') ??
    which('google-chrome') ??
    found(playwrightsOwn())
  let path = there()
  if (path) return { path }
  process.stdout.write('\n== Chromium is missing; installing it\n')
  spawnSync('npx', ['playwright', 'install', 'chromium'], { stdio: 'ignore', timeout: 240_000 })
  path = there()
  if (!path && process.getuid?.() === 0 && which('apt-get')) {
    spawnSync('sh', ['-c', 'apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -y -q chromium'], {
      stdio: 'ignore',
      timeout: 600_000,
    })
    path = there()
  }
  return path
    ? { path }
    : {
        path: null,
        why: 'No Chromium for the end-to-end tests: install the package "chromium", run "npx playwright install chromium", or set CHROMIUM_PATH.',
      }
}
function playwrightsOwn() {
  try {
    return createRequire(import.meta.url)('playwright').chromium.executablePath()
  } catch {
    return null
  } // Playwright names no path for a browser it does not have
}
