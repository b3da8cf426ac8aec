// `npm test`: types, lint, every suite, server suites again on PostgreSQL, and the stories in a real Chromium.
//   npm test -- unit server postgres e2e    only those steps
import { spawn, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findChromium } from './chromium.mjs'
import { startPostgres } from './postgres.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const only = process.argv.slice(2)
const bin = (name) => join(root, 'node_modules', '.bin', name)
const results = []
const started = Date.now()

function run(name, program, args, env = {}) {
  return new Promise((resolve) => {
    process.stdout.write(`\n== ${name}\n`)
    const from = Date.now()
    const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, NO_COLOR: '1', ...env } })
    child.on('close', (code) => { results.push({ name, ok: code === 0, seconds: Math.round((Date.now() - from) / 1000) }); resolve(code === 0) })
    child.on('error', (error) => { process.stdout.write(`${error.message}\n`); results.push({ name, ok: false, seconds: 0 }); resolve(false) })
  })
}
const wanted = (step) => only.length === 0 || only.includes(step)
const vitest = (name, folders, env) => run(name, bin('vitest'), ['run', '--reporter=dot', ...folders], env)

if (wanted('types')) await run('types', bin('tsc'), ['--noEmit'])
if (wanted('lint')) await run('lint', bin('oxlint'), ['--quiet'])
if (wanted('unit')) await vitest('rules, client, offline, architecture', ['tests/rules', 'tests/client', 'tests/offline', 'tests/architecture'])
if (wanted('server')) await vitest('server on the embedded database', ['tests/server', 'tests/contract', 'tests/demo'], { DATABASE_URL: '' })
if (wanted('postgres')) {
  const postgres = await startPostgres()
  if (postgres.url) {
    await vitest('server on PostgreSQL', ['tests/server', 'tests/contract'], { DATABASE_URL: postgres.url })
    await postgres.stop()
  } else process.stdout.write(`\n!! SKIPPED: the server suites on PostgreSQL. ${postgres.why}\n`)
}
if (wanted('e2e')) {
  const chromium = findChromium()
  if (!chromium.path) {
    process.stdout.write(`\n!! ${chromium.why}\n`)
    results.push({ name: 'end to end', ok: false, seconds: 0 })
  } else {
    const built = spawnSync(process.execPath, ['src/start.mjs', '--build-only'], { cwd: root, stdio: 'inherit' }).status === 0
    if (built && existsSync(join(root, 'playwright.config.ts'))) await run('end to end', bin('playwright'), ['test'], { CHROMIUM_PATH: chromium.path })
    else results.push({ name: 'end to end', ok: false, seconds: 0 })
  }
}

const failed = results.filter((r) => !r.ok)
process.stdout.write(`\n${results.map((r) => `${r.ok ? 'ok    ' : 'FAILED'} ${r.name} (${r.seconds} s)`).join('\n')}\n${Math.round((Date.now() - started) / 1000)} s\n`)
process.stdout.write(`${results.length - failed.length} passed, ${failed.length} failed\n`)
process.exit(failed.length ? 1 : 0)
