/**
 * `npm run bench`: one table of the built program's performance on this machine, each figure with its limit. Limits are ratios
 * to a bare program that does the same work in the same run, or scaled by the reference work (`reference.ts`).
 *   npm run bench -- server|pg|production|quality|telemetry|cost|overview|crowd|client    only that part; several may be named
 *   npm run bench -- scale               response times while the history grows tenfold; only when named, takes half an hour
 * BENCH_PLANT=folder npm run bench -- cost overview   uses an existing demonstration plant
 * npm run bench -- --quick             small sizes that only show that the benchmark runs
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { measureUnderLoad, type Sizes } from './http'
import { measureCutPlans, measureProduction } from './production'
import { measureDemonstration, measureSingleJobs } from './single-jobs'
import { machine, measureSection, printTable, notMeasured, type Figure, type Section } from './table'
import { root, type ServerSettings } from './server-process'

const quick = process.argv.includes('--quick')
const named = process.argv.slice(2).filter((arg) => !arg.startsWith('--'))
const isSelected = (part: string) => named.length === 0 || named.includes(part)
const sizes: Sizes = quick
  ? { machines: 20_000, seconds: 3, idleSeconds: 2, exportRows: 10_000, importRows: 500 }
  : { machines: 200_000, seconds: 10, idleSeconds: 30, exportRows: 100_000, importRows: 5_000 }
const sections: Section[] = []
const head = [`${quick ? 'Quick run: the figures mean little. ' : ''}${machine()}`]

async function section(name: string, measure: () => Promise<Figure[]>): Promise<void> {
  process.stderr.write(`${name} ...\n`)
  sections.push(await measureSection(name, measure))
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
  if (postgres.url === null) return section(name, async () => [notMeasured('everything', postgres.why)])
  await section(name, () => inNewFolder((dataDir) => measure({ dataDir, databaseUrl: postgres.url })))
  await postgres.stop()
}

if (spawnSync(process.execPath, ['src/start.mjs', '--build-only'], { cwd: root, stdio: 'inherit' }).status !== 0)
  process.exit(1)
const rows = sizes.machines.toLocaleString('en')
if (isSelected('server')) {
  await section(`Embedded database, ${rows} machines, 16 connections`, () =>
    inNewFolder((dataDir) => measureUnderLoad({ dataDir }, sizes)),
  )
  await section('Now and then, embedded database', () =>
    inNewFolder((dataDir) => measureSingleJobs({ dataDir }, sizes)),
  )
}
if (isSelected('pg'))
  await onPostgres(`PostgreSQL, ${rows} machines, 16 connections`, (at) => measureUnderLoad(at, sizes))
if (isSelected('production')) {
  const slitRolls = quick ? 50_000 : 1_000_000
  const many = `${slitRolls.toLocaleString('en')} slit rolls`
  await section('Cut plans', measureCutPlans)
  await section(`Embedded database, ${many}`, () => inNewFolder((dataDir) => measureProduction({ dataDir }, slitRolls)))
  await onPostgres(`PostgreSQL, ${many}`, (at) => measureProduction(at, slitRolls))
}
if (isSelected('quality')) {
  const { measureQuality: quality } = await import('./quality')
  const of = quick
    ? { jumbos: 500, values: 100_000, importRows: 2_000 }
    : { jumbos: 5_000, values: 1_000_000, importRows: 20_000 }
  await section('The laboratory, embedded database', () => inNewFolder((dataDir) => quality({ dataDir }, of)))
}
if (isSelected('telemetry')) {
  const { measureTelemetry: telemetry } = await import('./telemetry')
  const of = quick ? { readings: 20_000, messages: 5_000 } : { readings: 1_000_000, messages: 50_000 }
  await section('Readings, embedded database', () => inNewFolder((dataDir) => telemetry({ dataDir }, of)))
  await onPostgres('Readings, PostgreSQL', (at) => telemetry(at, of))
}
if (isSelected('cost')) {
  const { measureCost: cost } = await import('./cost')
  await section('What a kilogram costs, demonstration plant of 13 months', () => {
    const kept = process.env['BENCH_PLANT']
    return kept ? cost({ dataDir: kept }) : inNewFolder((dataDir) => cost({ dataDir }))
  })
}
if (isSelected('overview')) {
  const { measureOverview: overview } = await import('./overview')
  await section('The plant at a glance, demonstration plant of 13 months as it runs', () => {
    const kept = process.env['BENCH_PLANT']
    return kept ? overview({ dataDir: kept }) : inNewFolder((dataDir) => overview({ dataDir }))
  })
}
if (isSelected('crowd')) {
  const { measureCrowd: crowd } = await import('./crowd')
  await section('A shift at work, embedded database', () => inNewFolder((dataDir) => crowd({ dataDir })))
  await onPostgres('A shift at work, PostgreSQL', crowd)
}
if (named.includes('scale')) {
  const { measureGrowth: growth } = await import('./scale')
  await onPostgres('Growth, PostgreSQL, demonstration plant of 13 months', (at) => growth(at, quick ? [3] : [3, 10]))
}
if (isSelected('server') || isSelected('client')) {
  const client = isSelected('client') ? await import('./client') : null
  let demoFigures: Figure[] = []
  await section('Demonstration plant', () =>
    inNewFolder(async (dataDir) => {
      const { load, more } = await measureDemonstration(dataDir, client?.measureClient)
      demoFigures = more
      return [load]
    }),
  )
  if (client)
    await section('The app in Chromium, phone size, 4 x slowed down where it says so', async () => demoFigures)
}
printTable(head, sections)
