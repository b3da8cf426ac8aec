// `npm test`: types, lint, every suite (plants on PostgreSQL, the embedded engine where it matters), and the stories in a real
// Chromium.
//   npm test -- unit server e2e    only those steps; CI names all of them and `breadth`, so that both are one go
//   npm run test:breadth           what goes through everything there is: the demonstration plant, every resource, every call
//                                  by every role and with hostile input, both engines, brokers, pictures, live changes; the
//                                  stories of quality, cost, tools, the overview and the installed app, every page for
//                                  accessibility, workbooks and paper, a month's books, an empty plant; the core of the
//                                  stories in Firefox and WebKitGTK where they are installed
//   npm run test:long              plants on the embedded engine too, trials that find more the longer they go on, all
//                                  thirteen months of the demonstration, the stories of trouble, and every story at the size
//                                  it was not told at, the other browsers
import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { BREADTH } from './breadth.mjs'
import { findChromium } from './chromium.mjs'
import { failuresIn } from './failures.mjs'
import { startPostgres } from './postgres.mjs'
import { scratch } from './scratch.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const only = process.argv.slice(2)
const bin = (name) => join(root, 'node_modules', '.bin', name)
const results = []
const started = Date.now()

/** Characters of a step's last words, for a step that fails outside of any test. */
const LAST_WORDS = 3_000
/** How many times as many rounds the long trials go. */
const LONG = process.env.LONG ?? '10'
/** The projects of vitest.config.ts that another engine matters to. */
const TWICE = ['--project', 'plants', '--project', 'alone']
const LONG_TRIALS = [
  'tests/contract/bad-input',
  'tests/demo/load',
  'tests/offline/schedules',
  'tests/rules/cut-plan',
  'tests/rules/plant-day',
  'tests/server/db',
  'tests/server/excel/hostile-workbooks',
  'tests/server/figures/one-value-everywhere',
  'tests/server/security',
  'tests/server/reliability',
]
/** What must hold of each order and each roll of the demonstration, of which other runs build some weeks. */
const WHOLE_DEMO = ['tests/demo/plausible', 'tests/demo/production', 'tests/demo/said', 'tests/demo/lots']

/** Runs a step, shows what it says as it says it, and remembers how it ended. `report`: where its JSON report will lie. */
function run(name, program, args, { env = {}, report = null } = {}) {
  return new Promise((resolve) => {
    process.stdout.write(`\n== ${name}\n`)
    const from = Date.now()
    let said = ''
    const child = spawn(program, args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NO_COLOR: '1', ...env },
    })
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => {
        process.stdout.write(text)
        said = (said + text).slice(-LAST_WORDS)
      })
    const end = (ok) => {
      const failures = ok || !report ? [] : failuresIn(report)
      results.push({
        name,
        ok,
        seconds: Math.round((Date.now() - from) / 1000),
        failures: ok || failures.length ? failures : [said],
      })
      resolve(ok)
    }
    child.on('close', (code) => end(code === 0))
    child.on('error', (error) => {
      said = error.message
      end(false)
    })
  })
}
/** What a change is told within minutes; the others are asked for by name. */
const USUAL = ['types', 'lint', 'unit', 'server', 'e2e']
const wanted = (step) => (only.length === 0 ? USUAL : only).includes(step)
const folder = scratch()
const [reports, kept, temporary] = ['reports', 'kept', 'tmp'].map((name) => join(folder, name))
for (const each of [reports, kept, temporary]) mkdirSync(each)
process.env.TMPDIR = temporary
function vitest(name, folders, env) {
  const report = join(reports, `${name.replaceAll(/\W/g, '-')}.json`)
  return run(
    name,
    bin('vitest'),
    ['run', '--reporter=dot', '--reporter=json', `--outputFile.json=${report}`, ...folders],
    { env, report },
  )
}

let postgres = null
/** The address of a PostgreSQL for this run; or says loudly that there is none, and answers ''. */
async function postgresFor(name) {
  const { url, why } = await (postgres ??= startPostgres())
  if (!url) process.stdout.write(`\n!! On the embedded engine only: ${name}. ${why}\n`)
  return url ?? ''
}
const onPostgres = async (name, folders, env = {}) =>
  vitest(name, folders, { ...env, DATABASE_URL: await postgresFor(name) })
const reporter = process.env.CI ? 'dot' : 'list'
let built = null
/** The app is built once, for whichever steps tell stories to it. */
const build = () => (built ??= run('build', process.execPath, ['src/start.mjs', '--build-only']))
/** Tells what the app cannot do without in the engine of Safari and in Firefox; says loudly which of them is missing. */
async function otherBrowsers() {
  if (!(await build())) return
  const report = join(reports, 'browsers.json')
  const config = join(root, 'tests/browsers/playwright.config.ts')
  await run('browsers', bin('playwright'), ['test', '-c', config, `--reporter=${reporter},json`], {
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report, E2E_KEPT: kept, E2E_POSTGRES: await postgresFor('browsers') },
    report,
  })
}
/** Tells the stories to the built app: most on PostgreSQL, those that begin with an empty plant on the embedded engine. */
async function stories(name, env = {}) {
  const chromium = findChromium()
  if (!chromium.path) {
    process.stdout.write(`\n!! ${chromium.why}\n`)
    results.push({ name, ok: false, seconds: 0, failures: [chromium.why] })
  } else if (await build()) {
    const report = join(reports, 'stories.json')
    await run(name, bin('playwright'), ['test', `--reporter=${reporter},json`], {
      env: {
        E2E_POSTGRES: await postgresFor(name),
        E2E_KEPT: kept,
        CHROMIUM_PATH: chromium.path,
        PLAYWRIGHT_JSON_OUTPUT_FILE: report,
        ...env,
      },
      report,
    })
  }
}

await Promise.all([
  // One thread checks no file twice, and what lives for seconds need not be tidied: half the processor time, a third of
  // the memory less. The second core lints and builds meanwhile.
  wanted('types') &&
    run('types', bin('tsc'), ['--noEmit', '--singleThreaded'], { env: { GOGC: 'off', GOMEMLIMIT: '3GiB' } }),
  lintAndBuild(),
])
async function lintAndBuild() {
  if (wanted('lint')) {
    await run('lint', bin('oxlint'), ['--deny-warnings'])
    await run('layout (npm run format)', bin('oxfmt'), ['--check', '{src,sw,tests}/**/*.{ts,tsx,mts,mjs}', '*.ts'])
  }
  if (['e2e', 'breadth', 'browsers', 'long'].some(wanted)) await build()
}
// One pool for all: no core idles at the end of one while the other waits to begin.
const breadth = wanted('breadth')
const suites = [
  ...(breadth ? BREADTH : []),
  ...(wanted('unit') ? ['tests/rules', 'tests/client', 'tests/offline', 'tests/architecture'] : []),
  ...(wanted('server') ? ['tests/server', 'tests/contract'] : []),
]
if (breadth || wanted('unit') || wanted('server'))
  await onPostgres('suites', suites, breadth ? {} : { WITHOUT_BREADTH: '1' })
if (breadth || wanted('e2e')) {
  const told = !breadth ? 'usual' : wanted('e2e') ? 'all' : 'breadth'
  // The other browsers wait for most of their time.
  await Promise.all([stories('stories', { STORIES: told }), breadth && otherBrowsers()])
}
if (wanted('browsers')) await otherBrowsers()
if (wanted('long')) {
  await vitest('plants on the embedded engine', ['tests/server', 'tests/contract'], { DATABASE_URL: '' })
  await vitest('long trials', LONG_TRIALS, { DATABASE_URL: '', LONG })
  await vitest('the whole demonstration', WHOLE_DEMO, { DATABASE_URL: '', DEMO_DAYS: '400' })
  await onPostgres(
    'long trials on PostgreSQL',
    [...TWICE, 'tests/server/db', 'tests/server/security', 'tests/server/reliability'],
    { LONG },
  )
  await run('cluster', bin('tsx'), ['tests/cluster/run.ts', '--seconds', '300'])
  await stories('stories of trouble, and at other sizes', { LONG, E2E_POSTGRES: '' })
  await otherBrowsers()
}

if (postgres) await (await postgres).stop?.()
const failed = results.filter((r) => !r.ok)
for (const { name, failures } of failed) process.stdout.write(`\n!! ${name}\n${failures.join('\n\n')}\n`)
process.stdout.write(`\n${results.map(told).join('\n')}\n${Math.round((Date.now() - started) / 1000)} s\n`)
/** A step in a line; what failed in it, by name, below: whoever sees only the end of a log knows what to look for. */
function told({ ok, name, seconds, failures }) {
  const named = failures.map((one) => `\n       ${one.split('\n', 1)[0].slice(0, 200)}`)
  return `${ok ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)${named.slice(0, 20).join('')}`
}
process.stdout.write(`${results.length - failed.length} passed, ${failed.length} failed\n`)
process.exit(failed.length ? 1 : 0)
