/** Migrations of metrics from the tables of the release before: corrections without a team, and breakdowns. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase, type Database } from '@/server/db/connect'
import { migrateDatabase } from '@/server/db/migrate'
import { migrationsFolder } from '@/server/program-files'

const TAG = 'correction-team'
const folder = mkdtempSync(join(tmpdir(), 'correction-team-'))
const uuid = (n: number) => `01a00000-0000-7000-8000-${String(n).padStart(12, '0')}`
const [LINE, OTHER_LINE, ORDER] = [uuid(1), uuid(2), uuid(3)]
let db: Database

/** Copies the migrations before the tested one. @returns the folder */
function copyEarlierMigrations(): string {
  const target = join(folder, 'migrations')
  cpSync(migrationsFolder, target, { recursive: true })
  const file = join(target, 'meta', '_journal.json')
  const journal = JSON.parse(readFileSync(file, 'utf8')) as { entries: { tag: string }[] }
  const position = journal.entries.findIndex(({ tag }) => tag.endsWith(TAG))
  writeFileSync(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, position) }))
  return target
}
const insertSums = (n: number, day: string, shift: string, team: string | null, line: string, order: string | null) =>
  db.pool.query(
    `insert into shift_figure (site_id, id, kind, business_date, shift, team, line_id, work_order_id) values (1, $1, 'counted', $2, $3, $4, $5, $6)`,
    [uuid(n), day, shift, team, line, order],
  )
interface Correction {
  day: string
  shift: string
  line?: string
  order?: string | null
  ofDay?: string
}
const insertCorrection = (n: number, { day, shift, line = LINE, order = null, ofDay }: Correction) =>
  db.pool.query(
    `insert into figure_correction (site_id, id, business_date, shift, line_id, work_order_id, sum, delta, before, cause, of_day, at)
     values (1, $1, $2, $3, $4, $5, 'woundKg', -20, 400, $6, $7, now())`,
    [uuid(n), day, shift, line, order, ofDay ? 'late' : 'person', ofDay ?? null],
  )

beforeAll(async () => {
  db = await openDatabase({ dataDir: join(folder, 'data'), log: pino({ level: 'silent' }) })
  await migrateDatabase(db, copyEarlierMigrations())
  for (const [id, code] of [
    [LINE, 'L1'],
    [OTHER_LINE, 'L2'],
  ])
    await db.pool.query(`insert into line (site_id, id, code, name, kind) values (1, $1, $2, $2, 'spunbond')`, [
      id,
      code,
    ])
  await db.pool.query(
    `insert into product (site_id, id, code, name, family, gsm) values (1, $1, 'P', 'P', 'spunbond', 15)`,
    [uuid(4)],
  )
  await db.pool.query(
    `insert into work_order (site_id, id, number, batch, product_id, state) values (1, $1, 'W', 'B', $2, 'running')`,
    [ORDER, uuid(4)],
  )
  await insertSums(10, '2026-10-20', 'early', 'A', LINE, null)
  await insertSums(11, '2026-10-20', 'early', 'A', LINE, ORDER)
  await insertSums(12, '2026-10-20', 'middle', 'B', LINE, null)
  await insertSums(13, '2026-11-05', 'early', 'C', LINE, null)
  // Two teams worked at the line in this shift.
  await insertSums(14, '2026-11-05', 'night', 'C', LINE, null)
  await insertSums(15, '2026-11-05', 'night', 'D', LINE, null)
  await db.pool.query(
    `insert into figure_day (site_id, id, day, counted_at, frozen) values (1, $1, '2026-10-20', now(), true), (1, $2, '2026-11-05', now(), false)`,
    [uuid(20), uuid(21)],
  )
  // Days with breakdowns, of a closed and of an open month.
  await db.pool.query(
    `insert into figure_day (site_id, id, day, counted_at, frozen) values (1, $1, '2026-10-21', now(), true), (1, $2, '2026-11-07', now(), false)`,
    [uuid(22), uuid(23)],
  )
  await insertSums(16, '2026-10-21', 'early', 'A', LINE, null)
  await insertSums(17, '2026-11-07', 'early', 'A', LINE, null)
  await db.pool.query(`update shift_figure set breakdowns = 1 where id = any($1::uuid[])`, [[uuid(16), uuid(17)]])
  await db.pool.query('delete from figure_mark')
  await insertCorrection(30, { day: '2026-11-05', shift: 'early' })
  // The line has no sums of the shift, but the plant has.
  await insertCorrection(31, { day: '2026-10-20', shift: 'middle', line: OTHER_LINE })
  await insertCorrection(32, { day: '2026-11-05', shift: 'night' })
  await insertCorrection(33, { day: '2026-11-06', shift: 'early' })
  // Booked in a shift of team C for October: of the order only team A had sums, of the line two teams.
  await insertCorrection(34, { day: '2026-11-05', shift: 'early', order: ORDER, ofDay: '2026-10-20' })
  await insertCorrection(35, { day: '2026-11-05', shift: 'early', ofDay: '2026-10-20' })
}, 120_000)
afterAll(async () => {
  await db.close()
  rmSync(folder, { recursive: true, force: true })
})

test('corrections get the team of their shift if only one worked in it, and late ones that of the changed shift', async () => {
  expect(await migrateDatabase(db, migrationsFolder)).toBeGreaterThan(0)
  const { rows } = await db.pool.query<{ id: string; team: string | null }>(
    'select id, team from figure_correction order by id',
  )
  expect(rows.map(({ id, team }) => [Number(id.slice(-4)), team])).toEqual([
    [30, 'C'],
    [31, 'B'],
    [32, null],
    [33, null],
    [34, 'A'],
    [35, null],
  ])
  // Days of open months with late corrections are calculated again, so that the corrections leave the team of the booking.
  // So are days of open months with breakdowns, which may have been before the first work of their line.
  const { rows: days } = await db.pool.query<{ day: string }>('select day::text as day from figure_mark order by day')
  expect(days).toEqual([{ day: '2026-11-05' }, { day: '2026-11-07' }])
})
