/**
 * `npm run bench`: prints the performance of the built program on this machine in a table, each figure with its limit. A limit is a
 * ratio to a bare program that does the same work in the same run, or it is scaled by the reference work (`reference.ts`).
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
import { describeMachine, measureSection, printTable, notMeasured, type Figure, type Section } from './table'
import { root, type ServerSettings } from './server-process'

const quick = process.argv.includes('--quick')
const namedParts = process.argv.slice(2).filter((arg) => !arg.startsWith('--'))
const isSelected = (part: string) => namedParts.length === 0 || namedParts.includes(part)
const sizes: Sizes = quick
  ? { machines: 20_000, seconds: 3, idleSeconds: 2, exportRows: 10_000, importRows: 500 }
  : { machines: 200_000, seconds: 10, idleSeconds: 30, exportRows: 100_000, importRows: 5_000 }
const sections: Section[] = []
const headerLines = [`${quick ? 'Quick run: the figures mean little. ' : ''}${describeMachine()}`]

async function addSection(name: string, measure: () => Promise<Figure[]>): Promise<void> {
  process.stderr.write(`${name} ...\n`)
  sections.push(await measureSection(name, measure))
}
async function inNewFolder<T>(run: (dataDir: string) => Promise<T>): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), 'bench-'))
  try {
    return await run(dataDir)
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}
async function measureOnPostgres(
  name: string,
  measure: (settings: ServerSettings) => Promise<Figure[]>,
): Promise<void> {
  const { startPostgres } = await import('../postgres.mjs')
  const postgres = await startPostgres({ durable: true })
  if (postgres.url === null) return addSection(name, async () => [notMeasured('everything', postgres.why)])
  await addSection(name, () => inNewFolder((dataDir) => measure({ dataDir, databaseUrl: postgres.url })))
  await postgres.stop()
}

if (spawnSync(process.execPath, ['src/start.mjs', '--build-only'], { cwd: root, stdio: 'inherit' }).status !== 0)
  process.exit(1)
const machineCount = sizes.machines.toLocaleString('en')
if (isSelected('server')) {
  await addSection(`Embedded database, ${machineCount} machines, 16 connections`, () =>
    inNewFolder((dataDir) => measureUnderLoad({ dataDir }, sizes)),
  )
  await addSection('Now and then, embedded database', () =>
    inNewFolder((dataDir) => measureSingleJobs({ dataDir }, sizes)),
  )
}
if (isSelected('pg'))
  await measureOnPostgres(`PostgreSQL, ${machineCount} machines, 16 connections`, (settings) =>
    measureUnderLoad(settings, sizes),
  )
if (isSelected('production')) {
  const slitRolls = quick ? 50_000 : 1_000_000
  const sizeText = `${slitRolls.toLocaleString('en')} slit rolls`
  await addSection('Cut plans', measureCutPlans)
  await addSection(`Embedded database, ${sizeText}`, () =>
    inNewFolder((dataDir) => measureProduction({ dataDir }, slitRolls)),
  )
  await measureOnPostgres(`PostgreSQL, ${sizeText}`, (settings) => measureProduction(settings, slitRolls))
}
if (isSelected('quality')) {
  const { measureQuality: quality } = await import('./quality')
  const qualitySizes = quick
    ? { jumbos: 500, values: 100_000, importRows: 2_000 }
    : { jumbos: 5_000, values: 1_000_000, importRows: 20_000 }
  await addSection('The laboratory, embedded database', () =>
    inNewFolder((dataDir) => quality({ dataDir }, qualitySizes)),
  )
}
if (isSelected('telemetry')) {
  const { measureTelemetry: telemetry } = await import('./telemetry')
  const telemetrySizes = quick ? { readings: 20_000, messages: 5_000 } : { readings: 1_000_000, messages: 50_000 }
  await addSection('Readings, embedded database', () =>
    inNewFolder((dataDir) => telemetry({ dataDir }, telemetrySizes)),
  )
  await measureOnPostgres('Readings, PostgreSQL', (settings) => telemetry(settings, telemetrySizes))
}
if (isSelected('cost')) {
  const { measureCost: cost } = await import('./cost')
  await addSection('What a kilogram costs, demonstration plant of 13 months', () => {
    const existingPlant = process.env['BENCH_PLANT']
    return existingPlant ? cost({ dataDir: existingPlant }) : inNewFolder((dataDir) => cost({ dataDir }))
  })
}
if (isSelected('overview')) {
  const { measureOverview: overview } = await import('./overview')
  await addSection('The plant at a glance, demonstration plant of 13 months as it runs', () => {
    const existingPlant = process.env['BENCH_PLANT']
    return existingPlant ? overview({ dataDir: existingPlant }) : inNewFolder((dataDir) => overview({ dataDir }))
  })
}
if (isSelected('crowd')) {
  const { measureCrowd: crowd } = await import('./crowd')
  await addSection('A shift at work, embedded database', () => inNewFolder((dataDir) => crowd({ dataDir })))
  await measureOnPostgres('A shift at work, PostgreSQL', crowd)
}
if (namedParts.includes('scale')) {
  const { measureGrowth: growth } = await import('./scale')
  await measureOnPostgres('Growth, PostgreSQL, demonstration plant of 13 months', (settings) =>
    growth(settings, quick ? [3] : [3, 10]),
  )
}
if (isSelected('server') || isSelected('client')) {
  const client = isSelected('client') ? await import('./client') : null
  let demoFigures: Figure[] = []
  await addSection('Demonstration plant', () =>
    inNewFolder(async (dataDir) => {
      const { load, more } = await measureDemonstration(dataDir, client?.measureClient)
      demoFigures = more
      return [load]
    }),
  )
  if (client)
    await addSection('The app in Chromium, phone size, 4 x slowed down where it says so', async () => demoFigures)
}
printTable(headerLines, sections)
