import { afterAll, beforeAll, expect, test } from 'vitest'
import { createUuid7 } from '@/contract/id'
import { runPackageAction, packRolls } from '@/areas/packing/contract/package-endpoints'
import { editSet } from '@/areas/slitting/contract/slitting-commands'
import { divideKgByGrade, type Downgrade } from '@/areas/rolls/rules/grade'
import { rollStatistics, rollStatisticsWorkbook } from '@/areas/stock/contract/statistics-endpoints'
import { downgradedStock, stockHistory, currentStock, stockWorkbook } from '@/areas/stock/contract/stock-endpoints'
import { readSheet } from '@/server/excel/read-sheet'
import { plantTime, expectOk } from '../plant-staff'
import {
  startCuttingRun,
  doffNextSet,
  createSlitterPlant,
  doffJumbo,
  weighAll,
  type CuttingRun,
  type SlitterPlant,
  type RollSet,
} from '../slitting/slitter-plant'
import type { Caller } from '../harness'

let h: SlitterPlant
let manager: Caller
let run: CuttingRun
let set: RollSet
// 480 kg wound: one set of half of it (3 × 75 kg, 1 × 12 kg), half still on the jumbo; a second jumbo of 480 kg uncut.
beforeAll(async () => {
  h = await createSlitterPlant()
  manager = await h.plant.as('manager')
  run = await startCuttingRun(h)
  set = await doffNextSet(h, run)
  await weighAll(h, run, set)
  await doffJumbo(h, { occurredAt: plantTime('08:20') })
  const [firstRoll, secondRoll, thirdRoll] = set.slit
  const { id } = expectOk(await h.operator.call(packRolls, { rollIds: [firstRoll!.id, secondRoll!.id], close: true }))
  expectOk(await h.operator.call(runPackageAction, { id, action: 'store', place: 'A-01' }))
  expectOk(
    await h.operator.call(editSet, {
      id: set.id,
      cuttingId: run.cutting.id,
      rolls: [
        {
          rollId: thirdRoll!.id,
          downgrades: [
            { fromM: 0, toM: 1000, grade: 'downgraded', defect: 'hole', reason: '破洞' },
            { fromM: 500, toM: 2000, grade: 'downgraded', defect: 'streak' },
            { fromM: 4000, toM: 5000, grade: 'waste', defect: 'hole' },
          ],
        },
      ],
    } as never),
  )
}, 120_000)
afterAll(() => h.plant.close())

test('current stock adds up by any grouping and excludes rolls that left', async () => {
  const all = expectOk(await manager.call(currentStock, {}))
  expect(all).toMatchObject({ rolls: 6, kg: 75 * 3 + 12 + 240 + 480, packages: 1 })
  for (const by of ['product', 'width', 'grade', 'order', 'age', 'place', 'kind'] as const) {
    const { rows, kg, rolls, groups } = expectOk(await manager.call(currentStock, { by }))
    expect({
      by,
      kg: rows.reduce((sum, row) => sum + row.kg, 0),
      rolls: rows.reduce((n, row) => n + row.rolls, 0),
      groups: rows.length,
    }).toEqual({ by, kg, rolls, groups })
  }
  const places = expectOk(await manager.call(currentStock, { by: 'place', kind: 'slitRoll' })).rows
  expect(places.map(({ place, kg, packages }) => ({ place, kg, packages }))).toEqual([
    { place: 'A-01', kg: 150, packages: 1 },
    { place: null, kg: 87, packages: 0 },
  ])
  expect(expectOk(await manager.call(currentStock, { by: 'width', kind: 'slitRoll' })).rows).toMatchObject([
    { widthMm: 1000, rolls: 3, kg: 225 },
    { widthMm: 160, rolls: 1, kg: 12 },
  ])
  expect(expectOk(await manager.call(currentStock, { by: 'age' })).rows).toMatchObject([{ age: 'd7', rolls: 6 }])
  await h.plant.query(`update slit_roll set doffed_at = doffed_at - interval '35 days' where width_mm = 160`)
  expect(expectOk(await manager.call(currentStock, { by: 'age' })).rows).toMatchObject([
    { age: 'd7', rolls: 5 },
    { age: 'd90', rolls: 1 },
  ])
  await h.plant.query(`update slit_roll set doffed_at = doffed_at + interval '35 days' where width_mm = 160`)
  expect(expectOk(await manager.call(currentStock, { grade: 'downgraded' }))).toMatchObject({ rolls: 1, kg: 75 })
})

test('the history knows each day and refuses impossible days', async () => {
  h.plant.clock.set(plantTime('10:00', '2026-11-22'))
  const pkg = (await h.plant.query<{ id: string }>('select id from package'))[0]!
  expectOk(await h.operator.call(runPackageAction, { id: pkg.id, action: 'ship' } as never))
  const today = expectOk(await manager.call(stockHistory, { by: 'kind', from: '2026-11-18', to: '2026-11-22' }))
  expect(today).toMatchObject({ day: '2026-11-22', since: '2026-11-20', rolls: 4, kg: 807 })
  expect(today.course.map(({ day, rolls, kg, downgradedKg }) => [day, rolls, kg, downgradedKg])).toEqual([
    ['2026-11-18', 0, 0, 0],
    ['2026-11-19', 0, 0, 0],
    ['2026-11-20', 6, 957, 75],
    ['2026-11-21', 6, 957, 75],
    ['2026-11-22', 4, 807, 75],
  ])
  expect(expectOk(await manager.call(stockHistory, { day: '2026-11-21', by: 'place' })).rows[1]).toMatchObject({
    place: 'A-01',
    rolls: 2,
    kg: 150,
  })
  // The history of a part follows its stock: 1,000 mm lost a package of two on the last day, the others nothing.
  const courseOf = async (part: object) =>
    expectOk(await manager.call(stockHistory, { ...part, from: '2026-11-19' })).course.map(({ rolls, kg }) => [
      rolls,
      kg,
    ])
  const repeatThrice = (end: number[]) => [end, end, end]
  expect(await courseOf({ widthMm: 1000 })).toEqual([
    [0, 0],
    [3, 225],
    [3, 225],
    [1, 75],
  ])
  expect(await courseOf({ widthMm: 160 })).toEqual([[0, 0], ...repeatThrice([1, 12])])
  expect(await courseOf({ kind: 'jumboRoll' })).toEqual([[0, 0], ...repeatThrice([2, 720])])
  expect(await courseOf({ grade: 'downgraded' })).toEqual([[0, 0], ...repeatThrice([1, 75])])
  const [made] = await h.plant.query<{ order: string; product: string }>(
    'select work_order_id as order, product_id as product from slit_roll limit 1',
  )
  // A jumbo of 480 kg is of another order and product.
  for (const part of [{ workOrderId: made!.order }, { productId: made!.product }])
    expect(await courseOf(part)).toEqual([
      [0, 0],
      [5, 477],
      [5, 477],
      [3, 327],
    ])
  expect(await courseOf({ workOrderId: made!.product })).toEqual([[0, 0], ...repeatThrice([0, 0])])
  // Movements do not contain packages, so past days have none. Later stock is not the oldest of an earlier day.
  const [laterStock, earlierStock] = [
    expectOk(await manager.call(stockHistory, { day: '2026-11-21' })),
    expectOk(await manager.call(stockHistory, { day: '2026-11-19' })),
  ]
  expect(Object.keys(laterStock)).not.toContain('packages')
  expect(Object.keys(laterStock.rows[0]!)).not.toContain('packages')
  expect(Date.parse(laterStock.oldestAt!)).toBeLessThan(Date.parse(plantTime('12:00', '2026-11-20')))
  expect(earlierStock).toMatchObject({ rolls: 0, kg: 0, rows: [], oldestAt: null })
  // At 07:00 the calendar is one day ahead of the current business date.
  h.plant.clock.set(plantTime('07:00', '2026-11-23'))
  expect(expectOk(await manager.call(stockHistory, { day: '2026-11-23', to: '2026-11-23' }))).toMatchObject({
    day: '2026-11-22',
    kg: 807,
  })
  h.plant.clock.set(plantTime('10:00', '2026-11-22'))
  const loadErrno = async (input: object) => (await manager.call(stockHistory, input, { language: 'en' })).errno
  expect(await loadErrno({ day: '2026-12-01' })).toBe('4013')
  expect(await loadErrno({ from: '1926-01-01', to: '2026-11-22' })).toBe('4013')
  expect(await loadErrno({ from: '2026-11-22', to: '2026-11-01' })).toBe('4013')
  const file = await manager.raw('GET', '/STOCKS_HISTORY?format=xlsx&day=2026-11-21&by=place')
  expect(file.headers['content-type']).toContain('spreadsheetml')
  expect((await readSheet(file.bytes)).header.join()).not.toContain('包装')
  const download = await manager.raw('GET', '/STOCKS_HISTORY?day=2026-11-21', undefined, {
    accept: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  })
  expect(download.status).toBe(200)
})

test('downgraded stock shows reason, place, age and the downgraded part of each roll', async () => {
  const down = expectOk(await manager.call(downgradedStock, {}))
  // Metres 0 to 2,000 of 5,000 are downgraded and the last 1,000 are waste: 30 and 15 of 75 kg.
  expect(down).toMatchObject({ total: 1, kg: 75, downgradedKg: 30, wasteKg: 15 })
  expect(down.list[0]).toMatchObject({
    number: set.slit[2]!.number,
    defect: 'hole',
    reason: '破洞',
    kg: 75,
    place: null,
    ageDays: 2,
    age: 'd7',
  })
  expect(down.defects).toEqual([{ defect: 'hole', rolls: 1, kg: 75 }])
  expect(expectOk(await manager.call(downgradedStock, { defect: 'streak' })).total).toBe(0)
  expect(expectOk(await manager.call(downgradedStock, { age: 'older' })).total).toBe(0)
})

test('statistics add up in rows, columns and total, and weigh downgraded metres by the rules', async () => {
  const statistics = expectOk(
    await manager.call(rollStatistics, { rows: 'width', columns: 'grade', from: '2026-11-01', to: '2026-11-30' }),
  )
  expect(statistics).toMatchObject({
    rowsBy: 'width',
    columnsBy: 'grade',
    rolls: 4,
    kg: 237,
    metres: 20_000,
    downgradedKg: 30,
    meanKg: 59.25,
  })
  expect(statistics.rows.map(({ key, rolls, kg }) => ({ key, rolls, kg }))).toEqual([
    { key: '160', rolls: 1, kg: 12 },
    { key: '1000', rolls: 3, kg: 225 },
  ])
  expect(statistics.cells.find(({ row, column }) => row === '1000' && column === 'downgraded')).toMatchObject({
    rolls: 1,
    kg: 75,
    downgradedKg: 30,
  })
  expect(statistics.cells.find(({ row, column }) => row === '160' && column === 'downgraded')).toBeUndefined()
  for (const rows of [
    'product',
    'customer',
    'order',
    'line',
    'slitter',
    'windingLine',
    'team',
    'shift',
    'day',
    'week',
    'month',
    'defect',
  ] as const) {
    const one = expectOk(
      await manager.call(rollStatistics, { rows, columns: 'width', from: '2026-11-01', to: '2026-11-30' }),
    )
    expect({
      rows,
      kg: one.rows.reduce((sum, { kg }) => sum + kg, 0),
      cells: one.cells.reduce((n, { rolls }) => n + rolls, 0),
    }).toEqual({ rows, kg: 237, cells: 4 })
  }
  expect(
    expectOk(await manager.call(rollStatistics, { rows: 'week', from: '2026-11-01', to: '2026-11-30' })).rows[0],
  ).toMatchObject({ key: '2026-11-16', kg: 237 })
  expect(
    expectOk(await manager.call(rollStatistics, { lineId: createUuid7(), from: '2026-11-01', to: '2026-11-30' })),
  ).toMatchObject({ rolls: 0, kg: 0, meanKg: null, rows: [] })
})

test('downgraded kilograms in SQL equal those of the rule', async () => {
  const cases: Downgrade[][] = [
    [
      { fromM: 0, toM: 100, grade: 'downgraded' },
      { fromM: 50, toM: 120, grade: 'waste' },
      { fromM: 4900, toM: 9000, grade: 'downgraded' },
    ],
    [{ fromM: 10, toM: 10.5, grade: 'waste' }],
    [
      { fromM: 3000, toM: 4000, grade: 'downgraded' },
      { fromM: 1000, toM: 3500, grade: 'downgraded' },
    ],
  ]
  const roll = set.slit[3]!
  for (const downgrades of cases) {
    await h.plant.query('update slit_roll set downgrades = $2 where id = $1', [
      roll.id,
      JSON.stringify(downgrades.map((d) => ({ ...d, defect: 'hole' }))),
    ])
    const of = expectOk(await manager.call(rollStatistics, { widthMm: 160, from: '2026-11-01', to: '2026-11-30' }))
    expect(of.downgradedKg).toBe(divideKgByGrade(12, 5000, downgrades).downgraded)
  }
})

test('a hundred years, and a million groups, are refused', async () => {
  const ages = await manager.call(rollStatistics, { from: '1926-01-01', to: '2026-01-01' })
  expect(ages.errno).toBe('4013')
  // 150 orders of 100 days each: 15,000 groups.
  await h.plant.query(
    `insert into slit_roll (site_id, id, number, state, jumbo_roll_id, slit_set_id, slitter_id, work_order_id, product_id, lane, width_mm, from_mm, from_m, to_m, length_m, doffed_at, business_date, shift, kg)
     select r.site_id, gen_random_uuid(), r.number || '-' || a || '-' || b, 'made', r.jumbo_roll_id, r.slit_set_id, r.slitter_id, r.work_order_id, r.product_id, 1, 100 + a, 0, 0, 1, 1, r.doffed_at, date '2026-01-01' + b, 'early', 1
       from slit_roll r, generate_series(1, 150) a, generate_series(1, 100) b where r.id = $1`,
    [set.slit[0]!.id],
  )
  // Without an index, deleting orders would scan all stock rows for each.
  await h.plant.query('analyze slit_roll')
  const many = await manager.call(
    rollStatistics,
    { rows: 'width', columns: 'day', from: '2026-01-01', to: '2026-11-30' },
    { language: 'en' },
  )
  expect(many).toMatchObject({ errno: '6000', errmsg: expect.stringContaining('more than 10,000 groups') })
  expect(
    (await manager.call(rollStatistics, { rows: 'width', columns: 'month', from: '2026-01-01', to: '2026-11-30' }))
      .errno,
  ).toBe('200')
  await h.plant.query(`delete from slit_roll where number like $1`, [`${set.slit[0]!.number}-%`])
})

test('each file opens and contains the requested data', async () => {
  for (const view of ['now', 'history', 'down'] as const) {
    const file = await manager.call(stockWorkbook, { view, by: 'place' } as never)
    expect(file.status, view).toBe(200)
    expect(file.bytes.subarray(0, 2).toString(), view).toBe('PK')
  }
  const file = await manager.call(rollStatisticsWorkbook, {
    rows: 'width',
    columns: 'grade',
    from: '2026-11-01',
    to: '2026-11-30',
  } as never)
  expect(JSON.stringify(await readSheet(file.bytes))).toContain('1000 mm')
  // Columns are the dimensions in the requested order, then the metrics; the last row is the total.
  const byGrade = await manager.call(stockWorkbook, { view: 'now', by: 'grade', second: 'width' } as never, {
    language: 'en',
  })
  const grades = await readSheet(byGrade.bytes)
  expect(grades.header).toEqual(['Grade', 'Width (mm)', 'Rolls', 'Weight (kg)', 'Packages', 'Oldest doffed'])
  expect(grades.rows.at(-1)?.slice(0, 2)).toEqual(['Total', null])
  expect(Number(grades.rows.at(-1)?.[2])).toBe(expectOk(await manager.call(currentStock, {})).rolls)
  const allMetrics = await readSheet((await manager.call(rollStatisticsWorkbook, { rows: 'width' })).bytes)
  expect(allMetrics.header).toHaveLength(6)
  // Who may only view the history may not export it, whatever the route.
  expectOk(await h.staff.quality.call(stockHistory, {}))
  expect((await h.staff.quality.call(stockHistory, { format: 'xlsx' })).errno).toBe('401')
  expect((await h.staff.quality.call(stockWorkbook, { view: 'history' })).errno).toBe('401')
})

test('more than 20,000 downgraded rolls are all listed and exported', async () => {
  await h.plant.query(
    `insert into slit_roll (site_id, id, number, state, jumbo_roll_id, slit_set_id, slitter_id, work_order_id, product_id, lane, width_mm, from_mm, from_m, to_m, length_m, doffed_at, business_date, shift, kg, grade, downgrades)
     select r.site_id, gen_random_uuid(), r.number || '-' || n, 'made', r.jumbo_roll_id, r.slit_set_id, r.slitter_id, r.work_order_id, r.product_id, 1, r.width_mm, 0, 0, 1, r.length_m, r.doffed_at, r.business_date, r.shift, 1, r.grade, r.downgrades
       from slit_roll r, generate_series(1, 20000) n where r.id = $1`,
    [set.slit[2]!.id],
  )
  expect(expectOk(await manager.call(downgradedStock, { size: 1 })).total).toBe(20_001)
  const file = await manager.call(stockWorkbook, { view: 'down' } as never)
  expect((await readSheet(file.bytes)).rows).toHaveLength(20_001)
  await h.plant.query('delete from slit_roll where number like $1', [`${set.slit[2]!.number}-%`])
}, 60_000)

test('an empty plant, and people without the stock permission', async () => {
  const nobody = await h.plant.as('operator-line')
  expect((await nobody.call(currentStock, {})).errno).toBe('401')
  expect((await nobody.call(rollStatistics, {})).errno).toBe('401')
  expect(expectOk(await manager.call(currentStock, { productId: createUuid7() }))).toMatchObject({
    rolls: 0,
    kg: 0,
    rows: [],
    groups: 0,
  })
  expect(expectOk(await manager.call(rollStatistics, { from: '2025-01-01', to: '2025-01-31' }))).toMatchObject({
    rolls: 0,
    meanKg: null,
    rows: [],
  })
})
