/** Imports insert new rows many at a time, and still name the row that cannot be inserted. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { customField } from '@/areas/equipment/contract/custom-field'
import { createStaffedPlant, expectOk, type Staff } from '../plant-staff'
import type { TestPlant } from '../harness'

let plant: TestPlant
let staff: Staff
beforeAll(async () => {
  ;({ plant, staff } = await createStaffedPlant())
  const power = {
    key: 'power',
    labelZh: '功率',
    labelEn: 'Power',
    kind: 'number',
    unit: 'kW',
    high: 100,
    appliesTo: 'equipment',
  }
  expectOk(await staff.admin.call(customField.endpoints.create, power as never))
}, 120_000)
afterAll(() => plant.close())

const ROWS = 450
const HEAD = '编码,名称,型号,功率'
const upload = (lines: readonly string[], fields: Record<string, string> = {}) =>
  staff.admin.upload('/book/upload', Buffer.from(`${[HEAD, ...lines].join('\n')}\n`), fields, 'machines.csv')
const lines = (prefix: string, count = ROWS) =>
  Array.from({ length: count }, (_, n) => `${prefix}-${String(n).padStart(4, '0')},泵${n},T${n},${n % 90}.5`)
const countRows = async (sql: string) =>
  (await plant.query<{ n: number }>(`select count(*)::int as n from ${sql}`))[0]!.n

/** Counts the statements that insert machines while `work` runs. */
async function countInserts(work: () => Promise<unknown>): Promise<number> {
  const { pool } = plant.app.db
  const { connect } = pool
  let inserts = 0
  pool.connect = (async (...parameters: unknown[]) => {
    const client = (await (connect as (...a: unknown[]) => unknown).apply(pool, parameters)) as {
      query: (...a: unknown[]) => unknown
      release: (...a: unknown[]) => void
    }
    const { query, release } = client
    client.query = (statement: unknown, ...more: unknown[]) => {
      const text = typeof statement === 'string' ? statement : (statement as { text: string }).text
      if (text.includes('insert into "equipment"')) inserts++
      return query.call(client, statement, ...more)
    }
    client.release = (...a: unknown[]) => {
      Object.assign(client, { query, release })
      release.apply(client, a)
    }
    return client
  }) as never
  try {
    await work()
  } finally {
    pool.connect = connect
  }
  return inserts
}

test('450 machines take three statements; each has its values and its entry in the audit log', async () => {
  const inserts = await countInserts(async () =>
    expect(expectOk(await upload(lines('BAT')))).toMatchObject({ created: ROWS, updated: 0, unchanged: 0 }),
  )
  expect(inserts).toBe(3)
  expect(await countRows(`equipment where code like 'BAT-%' and model = 'T' || substr(code, 5)::int`)).toBe(ROWS)
  const [row] = await plant.query(
    `select e.name, e.model, e.version, e.created_by, l.action, l.row_title, l.user_id, l.after->>'model' as logged
     from equipment e join operation_log l on l.row_id = e.id::text where e.code = 'BAT-0123'`,
  )
  expect(row).toEqual({
    name: '泵123',
    model: 'T123',
    version: 1,
    created_by: staff.admin.userId,
    action: 'insert',
    row_title: 'BAT-0123 泵123',
    user_id: staff.admin.userId,
    logged: 'T123',
  })
  expect(
    await countRows(`operation_log where resource = 'equipment' and row_title like 'BAT-%' and action = 'insert'`),
  ).toBe(ROWS)
})

test('changed and new rows may alternate', async () => {
  const mixed = lines('MIX', 6)
  expectOk(await upload(mixed.filter((_, n) => n % 2 === 0)))
  expect(expectOk(await upload(mixed.map((line) => line.replace('泵', '风机'))))).toMatchObject({
    created: 3,
    updated: 3,
    unchanged: 0,
  })
  expect(await countRows(`equipment where code like 'MIX-%' and name like '风机%'`)).toBe(6)
})

test.each([
  ['in the first batch', 17],
  ['in the last batch', 432],
])('a machine %s that is refused is named by its row, and nothing is stored', async (_where, index) => {
  const rejected = lines('BAD')
  rejected[index] = rejected[index]!.replace(/,[\d.]+$/, ',100.5')
  rejected[448] = rejected[448]!.replace(/,[\d.]+$/, ',200')
  const answer = await upload(rejected)
  expect(answer.errno).toBe('6000')
  // The worksheet begins with the headings.
  expect((answer.data as unknown as { rows: { row: number }[] }).rows.map(({ row }) => row)).toEqual([index + 2])
  expect(await countRows(`equipment where code like 'BAD-%'`)).toBe(0)
  expect(await countRows(`operation_log where row_title like 'BAD-%'`)).toBe(0)
})

test('the first of two refused rows is named, whichever check refuses it', async () => {
  const rejected = lines('REF', 30)
  rejected[5] = rejected[5]!.replace(/,[\d.]+$/, ',100.5')
  rejected[20] = rejected[20]!.replace('REF-0020', 'bat-0001') // exists in another case
  const answer = await upload(rejected)
  expect((answer.data as unknown as { rows: { row: number }[] }).rows.map(({ row }) => row)).toEqual([7])
  expect(await countRows(`equipment where code like 'REF-%'`)).toBe(0)
})

test('a trial reports what it would create and stores nothing', async () => {
  expect(expectOk(await upload(lines('TRY'), { dryRun: 'true' }))).toMatchObject({ created: ROWS, dryRun: true })
  expect(await countRows(`equipment where code like 'TRY-%'`)).toBe(0)
})
