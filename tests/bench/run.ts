/**
 * `npm run bench`: one table of what the built program does on this machine, each figure with its bar.
 *   npm run bench -- server|pg|production|quality|telemetry|cost|overview|crowd|client    only that part; several may be named
 *   BENCH_PLANT=folder npm run bench -- cost overview   on a demonstration plant that is there already
 *   npm run bench -- --quick             small sizes, to see that it runs: its figures mean little
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { underLoad, type Sizes } from './http'
import { cutPlans, production } from './production'
import { demonstration, singleJobs } from './single-jobs'
import { machine, printTable, skipped, type Figure } from './table'
import { root, type ServerSettings } from './server-process'

const quick = process.argv.includes('--quick')
const named = process.argv.slice(2).filter((arg) => !arg.startsWith('--'))
const wanted = (part: string) => named.length === 0 || named.includes(part)
const sizes: Sizes = quick
  ? { machines: 20_000, seconds: 3, idleSeconds: 2, exportRows: 10_000, importRows: 500 }
  : { machines: 200_000, seconds: 10, idleSeconds: 30, exportRows: 100_000, importRows: 5_000 }
const sections: { name: string; figures: Figure[] }[] = []
const head = [`${quick ? 'Quick run: the figures mean little. ' : ''}${machine()}`]

async function section(name: string, measure: () => Promise<Figure[]>): Promise<void> {
  process.stderr.write(`${name} ...\n`)
  try {
    sections.push({ name, figures: await measure() })
  } catch (error) {
    sections.push({
      name,
      figures: [
        { what: 'not measured', value: error instanceof Error ? error.message : String(error), bar: '', pass: false },
      ],
    })
  }
}
async function inNewFolder<T>(work: (dataDir: string) => Promise<T>): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-'))
  try {
    return await work(dataDir)
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}
async function onPostgres(name: string, measure: (at: ServerSettings) => Promise<Figure[]>): Promise<void> {
  const { startPostgres } = await import('../postgres.mjs')
  const postgres = await startPostgres({ durable: true })
  if (postgres.url === null) return void sections.push({ name, figures: [skipped('everything', postgres.why)] })
  await section(name, () => inNewFolder((dataDir) => measure({ dataDir, databaseUrl: postgres.url })))
  await postgres.stop()
}

if (spawnSync(process.execPath, ['src/start.mjs', '--build-only'], { cwd: root, stdio: 'inherit' }).status !== 0)
  process.exit(1)
const rows = sizes.machines.toLocaleString('en')
if (wanted('server')) {
  await section(`Embedded database, ${rows} machines, 16 connections`, () =>
    inNewFolder((dataDir) => underLoad({ dataDir }, sizes)),
  )
  await section('Now and then, embedded database', () => inNewFolder((dataDir) => singleJobs({ dataDir }, sizes)))
}
if (wanted('pg')) await onPostgres(`PostgreSQL, ${rows} machines, 16 connections`, (at) => underLoad(at, sizes))
if (wanted('production')) {
  const slitRolls = quick ? 50_000 : 1_000_000
  const many = `${slitRolls.toLocaleString('en')} slit rolls`
  await section('Cut plans', cutPlans)
  await section(`Embedded database, ${many}`, () => inNewFolder((dataDir) => production({ dataDir }, slitRolls)))
  await onPostgres(`PostgreSQL, ${many}`, (at) => production(at, slitRolls))
}
if (wanted('quality')) {
  const { quality } = await import('./quality')
  const of = quick
    ? { jumbos: 500, values: 100_000, importRows: 2_000 }
    : { jumbos: 5_000, values: 1_000_000, importRows: 20_000 }
  await section('The laboratory, embedded database', () => inNewFolder((dataDir) => quality({ dataDir }, of)))
}
if (wanted('telemetry')) {
  const { telemetry } = await import('./telemetry')
  const of = quick ? { readings: 20_000, messages: 5_000 } : { readings: 1_000_000, messages: 50_000 }
  await section('Readings, embedded database', () => inNewFolder((dataDir) => telemetry({ dataDir }, of)))
  await onPostgres('Readings, PostgreSQL', (at) => telemetry(at, of))
}
if (wanted('cost')) {
  const { cost } = await import('./cost')
  await section('What a kilogram costs, demonstration plant of 13 months', () => {
    const kept = process.env['BENCH_PLANT']
    return kept ? cost({ dataDir: kept }) : inNewFolder((dataDir) => cost({ dataDir }))
  })
}
if (wanted('overview')) {
  const { overview } = await import('./overview')
  await section('The plant at a glance, demonstration plant of 13 months as it runs', () => {
    const kept = process.env['BENCH_PLANT']
    return kept ? overview({ dataDir: kept }) : inNewFolder((dataDir) => overview({ dataDir }))
  })
}
if (wanted('crowd')) {
  const { crowd } = await import('./crowd')
  await section('A shift at work, embedded database', () => inNewFolder((dataDir) => crowd({ dataDir })))
  await onPostgres('A shift at work, PostgreSQL', crowd)
}
if (wanted('server') || wanted('client')) {
  const client = wanted('client') ? await import('./client') : null
  let shown: Figure[] = []
  await section('Demonstration plant', () =>
    inNewFolder(async (dataDir) => {
      const { load, more } = await demonstration(dataDir, client?.clientFigures)
      shown = more
      return [load]
    }),
  )
  if (client)
    sections.push({ name: 'The app in Chromium, phone size, 4 x slowed down where it says so', figures: shown })
}
printTable(head, sections)
if (sections.some((s) => s.figures.some((f) => f.pass === false))) process.exitCode = 1
