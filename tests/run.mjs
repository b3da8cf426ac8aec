// Runs the tests: types, lint, all suites (on PostgreSQL, and on the embedded engine where it matters), and the end-to-end
// stories in Chromium.
//   npm test                       the steps of a change: types, lint, unit, server, e2e
//   npm test -- unit server        only these steps; CI names all of them and `breadth`, so that they share one pool
//   npm run test:breadth           all suites and stories: the demonstration plant, every resource, every call by every role and
//                                  with hostile input, both engines, brokers, pictures, live changes; the stories of
//                                  quality, cost, tools, the overview and the installed app, accessibility of every page,
//                                  workbooks and paper, an empty plant; the core stories in Firefox and WebKitGTK
//   npm run test:long              also plants on the embedded engine, more rounds of the randomised tests, all thirteen
//                                  months of the demonstration, failures of the field, every story at the other size
import { spawn } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { BREADTH_SUITES } from './breadth.mjs'
import { findChromium } from './chromium.mjs'
import { readFailures } from './failures.mjs'
import { startPostgres } from './postgres.mjs'
import { createScratchFolder } from './scratch-folder.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const selectedSteps = process.argv.slice(2)
const getBinPath = (name) => join(root, 'node_modules', '.bin', name)
const results = []
const runStartedAt = Date.now()

/** Number of final characters of the output that are reported if a step fails outside of any test. */
const TAIL_CHARS = 3_000
/** Factor for the number of rounds of randomised tests. */
const LONG = process.env.LONG ?? '10'
/** The projects of vitest.config.ts whose result may depend on the database engine. */
const ENGINE_PROJECTS = ['--project', 'plants', '--project', 'alone']
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
/** Checks of every order and roll of the demonstration; other runs build only some weeks of it. */
const WHOLE_DEMO = ['tests/demo/plausible', 'tests/demo/production', 'tests/demo/said', 'tests/demo/lots']

/** Runs a step, prints its output and adds its result to `results`. `report` is the path of its JSON report. */
function run(name, program, args, { env = {}, report = null } = {}) {
  return new Promise((resolve) => {
    process.stdout.write(`\n== ${name}\n`)
    const startedAt = Date.now()
    let tail = ''
    const child = spawn(program, args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NO_COLOR: '1', ...env },
    })
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => {
        process.stdout.write(text)
        tail = (tail + text).slice(-TAIL_CHARS)
      })
    const end = (ok) => {
      const failures = ok || !report ? [] : readFailures(report)
      results.push({
        name,
        ok,
        seconds: Math.round((Date.now() - startedAt) / 1000),
        failures: ok || failures.length ? failures : [tail],
      })
      resolve(ok)
    }
    child.on('close', (code) => end(code === 0))
    child.on('error', (error) => {
      tail = error.message
      end(false)
    })
  })
}
/** The steps of `npm test` without arguments. */
const DEFAULT_STEPS = ['types', 'lint', 'unit', 'server', 'e2e']
const isWanted = (step) => (selectedSteps.length === 0 ? DEFAULT_STEPS : selectedSteps).includes(step)
const scratchFolder = createScratchFolder()
const [reportFolder, sharedFolder, tmpFolder] = ['reports', 'shared', 'tmp'].map((name) => join(scratchFolder, name))
for (const folder of [reportFolder, sharedFolder, tmpFolder]) mkdirSync(folder)
process.env.TMPDIR = tmpFolder
function runVitest(name, folders, env) {
  const report = join(reportFolder, `${name.replaceAll(/\W/g, '-')}.json`)
  return run(
    name,
    getBinPath('vitest'),
    ['run', '--reporter=dot', '--reporter=json', `--outputFile.json=${report}`, ...folders],
    { env, report },
  )
}

let postgres = null
/** Returns the URL of this run's PostgreSQL; prints a warning and returns '' if there is none. */
async function getPostgresUrl(name) {
  const { url, why } = await (postgres ??= startPostgres())
  if (!url) process.stdout.write(`\n!! On the embedded engine only: ${name}. ${why}\n`)
  return url ?? ''
}
const runVitestOnPostgres = async (name, folders, env = {}) =>
  runVitest(name, folders, { ...env, DATABASE_URL: await getPostgresUrl(name) })
const reporter = process.env.CI ? 'dot' : 'list'
let buildPromise = null
/** Builds the app once for all steps that need it. */
const ensureBuilt = () => (buildPromise ??= run('build', process.execPath, ['src/start.mjs', '--build-only']))
/** Runs the core stories in WebKitGTK and Firefox; prints a warning for each missing browser. */
async function runOtherBrowsers() {
  if (!(await ensureBuilt())) return
  const report = join(reportFolder, 'browsers.json')
  const config = join(root, 'tests/browsers/playwright.config.ts')
  await run('browsers', getBinPath('playwright'), ['test', '-c', config, `--reporter=${reporter},json`], {
    env: {
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
      E2E_SHARED: sharedFolder,
      E2E_POSTGRES: await getPostgresUrl('browsers'),
    },
    report,
  })
}
/** Runs the stories against the built app: most on PostgreSQL, those of an empty plant on the embedded engine. */
async function runStories(name, env = {}) {
  const chromium = findChromium()
  if (!chromium.path) {
    process.stdout.write(`\n!! ${chromium.why}\n`)
    results.push({ name, ok: false, seconds: 0, failures: [chromium.why] })
  } else if (await ensureBuilt()) {
    const report = join(reportFolder, 'stories.json')
    await run(name, getBinPath('playwright'), ['test', `--reporter=${reporter},json`], {
      env: {
        E2E_POSTGRES: await getPostgresUrl(name),
        E2E_SHARED: sharedFolder,
        CHROMIUM_PATH: chromium.path,
        PLAYWRIGHT_JSON_OUTPUT_FILE: report,
        ...env,
      },
      report,
    })
  }
}

await Promise.all([
  // Several threads would check some files twice. Switching garbage collection off halves the processor time. The second core
  // lints and builds at the same time.
  isWanted('types') &&
    run('types', getBinPath('tsc'), ['--noEmit', '--singleThreaded'], { env: { GOGC: 'off', GOMEMLIMIT: '3GiB' } }),
  lintAndBuild(),
])
async function lintAndBuild() {
  if (isWanted('lint')) {
    await run('lint', getBinPath('oxlint'), ['--deny-warnings'])
    await run('layout (npm run format)', getBinPath('oxfmt'), [
      '--check',
      '{src,sw,tests}/**/*.{ts,tsx,mts,mjs}',
      '*.ts',
    ])
  }
  if (['e2e', 'breadth', 'browsers', 'long'].some(isWanted)) await ensureBuilt()
}
// All suites share one pool, so that no core idles between two suites.
const isBreadthWanted = isWanted('breadth')
const suites = [
  ...(isBreadthWanted ? BREADTH_SUITES : []),
  ...(isWanted('unit') ? ['tests/rules', 'tests/client', 'tests/offline', 'tests/architecture'] : []),
  ...(isWanted('server') ? ['tests/server', 'tests/contract'] : []),
]
if (isBreadthWanted || isWanted('unit') || isWanted('server'))
  await runVitestOnPostgres('suites', suites, isBreadthWanted ? {} : { WITHOUT_BREADTH: '1' })
if (isBreadthWanted || isWanted('e2e')) {
  const storySet = !isBreadthWanted ? 'usual' : isWanted('e2e') ? 'all' : 'breadth'
  // Stories in other browsers mostly wait, so they run in parallel with the others.
  await Promise.all([runStories('stories', { STORIES: storySet }), isBreadthWanted && runOtherBrowsers()])
}
if (isWanted('browsers')) await runOtherBrowsers()
if (isWanted('long')) {
  await runVitest('plants on the embedded engine', ['tests/server', 'tests/contract'], { DATABASE_URL: '' })
  await runVitest('long trials', LONG_TRIALS, { DATABASE_URL: '', LONG })
  await runVitest('the whole demonstration', WHOLE_DEMO, { DATABASE_URL: '', DEMO_DAYS: '400' })
  await runVitestOnPostgres(
    'long trials on PostgreSQL',
    [...ENGINE_PROJECTS, 'tests/server/db', 'tests/server/security', 'tests/server/reliability'],
    { LONG },
  )
  await run('cluster', getBinPath('tsx'), ['tests/cluster/run.ts', '--seconds', '300'])
  await runStories('stories of trouble, and at other sizes', { LONG, E2E_POSTGRES: '' })
  await runOtherBrowsers()
}

if (postgres) await (await postgres).stop?.()
const failedSteps = results.filter((result) => !result.ok)
for (const { name, failures } of failedSteps) process.stdout.write(`\n!! ${name}\n${failures.join('\n\n')}\n`)
process.stdout.write(`\n${results.map(formatResult).join('\n')}\n${Math.round((Date.now() - runStartedAt) / 1000)} s\n`)
/** Formats a step as one line, with the names of its failed tests below: often only the end of a log is visible. */
function formatResult({ ok, name, seconds, failures }) {
  const names = failures.map((failure) => `\n       ${failure.split('\n', 1)[0].slice(0, 200)}`)
  return `${ok ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)${names.slice(0, 20).join('')}`
}
process.stdout.write(`${results.length - failedSteps.length} passed, ${failedSteps.length} failed\n`)
process.exit(failedSteps.length ? 1 : 0)
