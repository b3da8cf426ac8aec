/** A standby of the database answers reports: how old their figures are is told, and people see their own writes. */
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { equipment } from '@/areas/equipment/contract/equipment'
import { repairStatistics } from '@/areas/maintenance/contract/repair-reports'
import { ZipReader } from '@/server/excel/zip-reader'
import { checkPostgres } from '@/server/doctor/check-database'
import { startPostgres, type Postgres } from '../../postgres.mjs'
import { queryOnce, startStandby, type Standby } from '../../standby'
import type { Answer, Caller, TestPlant } from '../harness'
import { createStaffedPlant, expectOk, createMachine, reportFault, plantTime, type Staff } from '../plant-staff'

describe.skipIf(!process.env['DATABASE_URL'])('a standby answers reports', () => {
  let primary: Postgres
  let standby: Standby | null = null
  let plant: TestPlant
  let staff: Staff
  let machineId: string
  beforeAll(async () => {
    primary = await startPostgres({ own: true, durable: true })
    if (primary.url === null) return
    standby = await startStandby(new URL(primary.url))
    if (!standby) return
    vi.stubEnv('DATABASE_URL', primary.url)
    ;({ plant, staff } = await createStaffedPlant({ standbyUrl: standby.url }))
    machineId = (await createMachine(staff)).id
  }, 120_000)
  afterAll(async () => {
    await plant?.close()
    vi.unstubAllEnvs()
    await standby?.stop()
    if (primary.url !== null) await primary.stop()
  })

  const readStatistics = async (caller: Caller): Promise<{ reported: number; asOf: unknown }> => {
    const answer = await caller.call(repairStatistics, { by: 'equipment', equipmentId: machineId })
    return { reported: expectOk(answer).rows.reduce((sum, row) => sum + row.breakdowns, 0), asOf: getAsOf(answer) }
  }
  /** Texts of the cells, which a workbook stores inline, including the lines above the table. */
  const readCells = async (bytes: Buffer): Promise<string> =>
    (await buffer(new ZipReader(bytes, 1e9).read('xl/worksheets/sheet1.xml'))).toString()
  const getAsOf = ({ headers }: Answer): unknown => headers['x-data-as-of']
  const pauseReplay = () => queryOnce(standby!.url, 'select pg_wal_replay_pause()')
  const resumeReplay = () => queryOnce(standby!.url, 'select pg_wal_replay_resume()')
  const getCounts = () => ({ ...plant.app.replicaReads!.counts })

  test('it answers readers who wrote nothing, and tells the age of its rows', async ({ skip }) => {
    if (!standby) return skip('no standby')
    await vi.waitUntil(async () => (await readStatistics(staff.viewer)).asOf === undefined, { timeout: 20_000 })
    expect((await readStatistics(staff.viewer)).reported).toBe(0)
    const countsBefore = getCounts()
    await pauseReplay()
    plant.clock.set(plantTime('11:00'))
    await reportFault(staff, { equipmentId: machineId })
    plant.clock.set(plantTime('12:00'))
    const lagging = await readStatistics(staff.viewer)
    expect(lagging.reported).toBe(0)
    expect(Date.parse(String(lagging.asOf))).toBeGreaterThan(Date.now() - 60_000)
    expect(getCounts().replica).toBe(countsBefore.replica + 1)

    // The operator reported the fault, so the standby is too old for the operator alone.
    expect(await readStatistics(staff['operator-line'])).toEqual({ reported: 1, asOf: undefined })
    expect(getCounts().ownWrites).toBe(countsBefore.ownWrites + 1)
    // Her own second device is another session of the same person.
    const secondDevice = await plant.as('operator-line')
    expect(await readStatistics(secondDevice)).toEqual({ reported: 1, asOf: undefined })
    expect(await readStatistics(staff.viewer)).toMatchObject({ reported: 0 })

    await resumeReplay()
    await vi.waitUntil(async () => (await readStatistics(staff.viewer)).asOf === undefined, { timeout: 20_000 })
    expect((await readStatistics(staff.viewer)).reported).toBe(1)
    const countsOfServer = getCounts().ownWrites
    expect(await readStatistics(staff['operator-line'])).toEqual({ reported: 1, asOf: undefined })
    expect(getCounts().ownWrites, 'the standby has her writes now').toBe(countsOfServer)
  })

  test('a workbook says in its heading how old its rows are; lists always have the newest', async ({ skip }) => {
    if (!standby) return skip('no standby')
    await pauseReplay()
    const created = await createMachine(staff)
    const answer = await staff.admin.call(equipment.endpoints.export, {}, { language: 'en' })
    expect(getAsOf(answer)).toBeDefined()
    const cells = await readCells(answer.bytes)
    expect(cells).not.toContain(created.code)
    expect(cells).toContain('Data as of')
    const newestAnswer = await staff['maint-lead'].call(equipment.endpoints.export, {}, { language: 'en' })
    const ownCells = await readCells(newestAnswer.bytes)
    expect(ownCells).toContain(created.code)
    expect(ownCells).not.toContain('Data as of')
    // Lists of the shop floor never come from the standby.
    expect(expectOk(await staff.viewer.call(equipment.endpoints.list, { keyword: created.code })).list).toHaveLength(1)
    await resumeReplay()
  })

  test('doctor checks the standby', async ({ skip }) => {
    if (!standby || primary.url === null) return skip('no standby')
    const check = async (replicaUrl: string) =>
      (await checkPostgres(primary.url!, () => new Date(), { replicaUrl })).find(({ subject }) => subject === 'Standby')
    expect(await check(standby.url)).toMatchObject({ status: 'ok' })
    expect(await check(primary.url)).toMatchObject({ status: 'warning' })
    expect(await check('postgres://nobody@127.0.0.1:1/plant')).toMatchObject({ status: 'warning' })
  })

  test('before the standby has the tables of an upgrade, the server answers', async ({ skip }) => {
    if (!standby || primary.url === null) return skip('no standby')
    await plant.query('alter table repair rename to repair_of_earlier_version')
    const countReplayed = async () =>
      (await queryOnce(primary.url!, 'select 1 from pg_stat_replication where replay_lsn = pg_current_wal_lsn()'))
        ?.length
    await vi.waitUntil(async () => (await countReplayed()) === 1, { timeout: 20_000 })
    await pauseReplay()
    await plant.query('alter table repair_of_earlier_version rename to repair')
    expect(await readStatistics(staff.viewer)).toEqual({ reported: 1, asOf: undefined })
    await resumeReplay()
  })

  test('without the standby the server answers, and the plant stays ready', async ({ skip }) => {
    if (!standby) return skip('no standby')
    await standby.stop()
    standby = null
    expect(await readStatistics(staff.viewer)).toEqual({ reported: 1, asOf: undefined })
    const counts = getCounts()
    expect(counts.unavailable).toBeGreaterThan(0)
    const startedAt = performance.now()
    await readStatistics(staff.viewer)
    expect(getCounts().replica).toBe(counts.replica)
    expect(performance.now() - startedAt).toBeLessThan(5_000)
    expect((await plant.http.inject({ url: '/readyz' })).statusCode).toBe(200)
  })
})
