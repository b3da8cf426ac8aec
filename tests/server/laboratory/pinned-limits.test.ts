import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { certifiableOrders, certificatePreview } from '@/areas/certificates/contract/certificate-endpoints'
import type { labImport } from '@/areas/laboratory/contract/lab-import'
import { storedChart, storedHistogram, storedPareto, yearlyStatistics } from '@/areas/laboratory/contract/stored-charts'
import { publishBatch } from '@/areas/laboratory/contract/test-batch'
import { checkBatch, proposeTests, testedIndexes } from '@/areas/laboratory/contract/test-data-endpoints'
import { productStandard } from '@/areas/standards/contract/product-standard'
import { setSeason } from '@/areas/standards/contract/season'
import type { Row } from '@/contract/resource'
import { readSheet } from '@/server/excel/read-sheet'
import { plantTime, expectOk } from '../plant-staff'
import { doffJumboRoll, createOrder, type Roll } from '../rolls/winder-plant'
import { createLaboratory, createBatch, createResult, ratifyNextVersion, type Lab } from './laboratory-plant'

/**
 * An order of the summer runs past the first day of winter, a second one is begun after it. Summer lets 10–20 g/m² pass, winter
 * 14–16: 18.0 is in order for every roll of the first and out of limits for every roll of the second.
 */
const WINTER = '2026-11-21'
const READINGS = ['18.0', '15.0']
let l: Lab
let summer: string
let winter: string
let standardId: string
/** Two summer rolls and two winter rolls of the summer order, then two rolls of the winter order. */
const rolls: Roll[] = []
let batch: { id: string }
beforeAll(async () => {
  l = await createLaboratory(2)
  const { index } = l
  expectOk(await l.lead.call(setSeason, { startsOn: '2026-05-01', season: 'summer' }))
  expectOk(await l.lead.call(setSeason, { startsOn: WINTER, season: 'winter' }))
  const { list } = expectOk(await l.lead.call(productStandard.endpoints.list, { code: 'PS-1' }))
  standardId = await ratifyNextVersion(l, list[0]!.id, limitsOf(l))
  summer = l.orderId
  await pin(summer, 'summer', plantTime('08:00'))
  rolls.push(...l.rolls)
  const place = { line: { id: l.lineId }, order: { id: summer } }
  const windRollAt = async (time: string, day: string) => {
    const occurredAt = plantTime(time, day)
    l.plant.clock.set(new Date(Date.parse(occurredAt) + 60_000).toISOString())
    const as = await l.plant.as('operator-line')
    return doffJumboRoll({ ...l.staff, 'operator-line': as }, place, { grossKg: 490, coreKg: 10, occurredAt })
  }
  for (const time of ['08:05', '08:14']) rolls.push(await windRollAt(time, WINTER))
  winter = (await createOrder(l.staff, { productId: l.productId })).id
  await l.plant.query(`update work_order set state = 'finished', finished_at = $2, run_since = null where id = $1`, [
    summer,
    plantTime('08:20', WINTER),
  ])
  await pin(winter, 'winter', plantTime('08:21', WINTER))
  await l.plant.query(`update work_order set state = 'running', line_id = $2, run_since = started_at where id = $1`, [
    winter,
    l.lineId,
  ])
  place.order.id = winter
  for (const time of ['08:35', '08:44']) rolls.push(await windRollAt(time, WINTER))
  // All rolls are in one batch without an order, like a laboratory worksheet.
  l.plant.clock.set(plantTime('09:00', WINTER))
  batch = await createBatch(l, { workOrderId: null, testedAt: plantTime('09:00', WINTER) })
  l.lab = await l.plant.as('quality')
  l.lead = await l.plant.as('quality-lead')
  for (const [i, roll] of rolls.entries())
    await createResult(l, batch, index.gsm, roll, [READINGS[0]!, (15 + i / 10).toFixed(1)])
  expectOk(await l.lead.call(publishBatch, { id: batch.id }))
}, 120_000)
afterAll(() => l.plant.close())
const limitsOf = ({ index }: Lab) => [
  { indexId: index.gsm, season: 'summer', lsl: 10, target: 15, usl: 20, samplesPerRoll: 2 },
  { indexId: index.gsm, season: 'winter', lsl: 14, target: 15, usl: 16, samplesPerRoll: 1 },
  { indexId: index.md, season: 'summer', lsl: 40, target: 50 },
  { indexId: index.md, season: 'winter', lsl: 400, target: 500 },
]
const pin = (order: string, season: string, startedAt: string) =>
  l.plant.query('update work_order set product_standard_id = $2, season = $3, started_at = $4 where id = $1', [
    order,
    standardId,
    season,
    startedAt,
  ])
const numbers = (from: number) => rolls.slice(from).map(({ number }) => number)

describe('the limits pinned by an order judge its rolls', () => {
  test('in the batch check', async () => {
    const { list } = expectOk(await l.lab.call(checkBatch, { batchId: batch.id }))
    expect(list.filter(({ problem }) => problem === 'high').map(({ roll, limit }) => [roll, limit])).toEqual(
      numbers(4).map((number) => [number, 16]),
    )
  })
  test('in the test report', async () => {
    const { bytes } = await l.lead.raw('GET', `/quality/down_report?batchId=${batch.id}`)
    const { rows } = await readSheet(bytes)
    expect(rows.map((row) => [row[1], row[12], row[14]])).toEqual(
      rolls.map(({ number }, i) => [number, ...(i < 4 ? [10, 20] : [14, 16])]),
    )
  })
  test('in the Pareto chart', async () => {
    const count = async (more: object = {}) =>
      expectOk(
        await l.lab.call(storedPareto, {
          of: 'indexes',
          from: plantTime('00:00'),
          to: plantTime('12:00', WINTER),
          ...more,
        } as never),
      ).total
    expect(await count()).toBe(2)
    expect(await count({ workOrderId: summer })).toBe(0)
    expect(await count({ workOrderId: winter })).toBe(2)
  })
  test('but not rolls without an order or of another product: those go by the season of their day', async () => {
    const count = async () =>
      expectOk(
        await l.lab.call(storedPareto, {
          of: 'indexes',
          from: plantTime('00:00'),
          to: plantTime('12:00', WINTER),
        } as never),
      ).total
    const other = await createOrder(l.staff)
    const assignRollsTo = (orderId: string | null) =>
      l.plant.query('update test_result set work_order_id = $2 where jumbo_roll_id = any($1::uuid[])', [
        rolls.slice(0, 4).map(({ id }) => id),
        orderId,
      ])
    for (const orderId of [null, other.id]) {
      await assignRollsTo(orderId)
      expect(await count()).toBe(4)
    }
    await assignRollsTo(summer)
  })
  test('on the certificate and in the list of orders awaiting one', async () => {
    for (const [i, order] of [summer, winter].entries())
      await l.plant.query(
        `with c as (insert into cutting (id, jumbo_roll_id, slitter_id, started_at, business_date) values (gen_random_uuid(), $2, $3, $6, '2026-11-21') returning *),
           d as (insert into slit_set (id, cutting_id, jumbo_roll_id, slitter_id, set_number, from_m, to_m, doffed_at, business_date) select gen_random_uuid(), id, jumbo_roll_id, slitter_id, 1, 0, 1000, started_at, business_date from c returning *)
         insert into slit_roll (id, number, jumbo_roll_id, slit_set_id, slitter_id, work_order_id, product_id, lane, width_mm, from_mm, from_m, to_m, length_m, doffed_at, business_date, kg)
         select gen_random_uuid(), $1, jumbo_roll_id, id, slitter_id, $4, $5, 1, 160, 0, from_m, to_m, 1000, doffed_at, business_date, 20 from d`,
        [`S-${i}`, rolls[3 + i]!.id, l.lineId, order, l.productId, plantTime('09:30', WINTER)],
      )
    await l.plant.query('update work_order set good_rolls = 1 where id = any($1::uuid[])', [[summer, winter]])
    const line = async (workOrderId: string) =>
      expectOk(await l.lead.call(certificatePreview, { workOrderId })).lines.find(
        ({ indexId }) => indexId === l.index.gsm,
      )
    expect(await line(summer)).toMatchObject({ lsl: 10, usl: 20, judgement: 'pass' })
    expect(await line(winter)).toMatchObject({ lsl: 14, usl: 16, judgement: 'fail' })
    const { list } = expectOk(await l.lead.call(certifiableOrders, {}))
    const gapOf = (id: string) =>
      list.find((one) => one.id === id)?.gaps.find(({ name }) => name === '单位面积质量')?.judgement
    expect([gapOf(summer), gapOf(winter)]).toEqual([undefined, 'fail'])
  })
  test('in the worksheet import', async () => {
    const trial = async (number: string | null) => {
      const file = Buffer.from(`\ufeff卷号,纵向强力\r\n${number},50.0\r\n`)
      const answer = await l.lead.upload('/quality/up_file', file, { dryRun: 'true', batch: 'X' }, 'lab.csv')
      return (answer.data as unknown as Row<typeof labImport>).issues.map(({ warning }) => warning)
    }
    expect(await trial(rolls[3]!.number)).toEqual([])
    expect(await trial(rolls[4]!.number)).toEqual([true])
  })
  test('in the number of requested samples', async () => {
    await l.plant.query('delete from test_result where jumbo_roll_id = any($1::uuid[])', [[rolls[1]!.id, rolls[5]!.id]])
    const loadProposal = async (workOrderId: string) => [
      expectOk(await l.lab.call(proposeTests, { workOrderId }))[0]?.indexes[0]?.samples,
      expectOk(await l.lab.call(testedIndexes, { productId: l.productId, workOrderId })).find(
        ({ indexId }) => indexId === l.index.gsm,
      )?.samples,
    ]
    expect([await loadProposal(summer), await loadProposal(winter)]).toEqual([
      [2, 2],
      [1, 1],
    ])
    for (const i of [1, 5]) {
      const again = await createBatch(l, { workOrderId: null, testedAt: plantTime('09:00', WINTER) })
      await createResult(l, again, l.index.gsm, rolls[i]!, [READINGS[0]!, (15 + i / 10).toFixed(1)])
    }
  })
  test('in the yearly statistics: the season is that of the order’s start', async () => {
    const rows = expectOk(await l.lab.call(yearlyStatistics, { productId: l.productId }))
    expect(rows.map(({ season, n, lsl, usl }) => [season, n, lsl, usl])).toEqual([
      ['summer', 8, 10, 20],
      ['winter', 4, 14, 16],
    ])
  })
})

describe('a chart over rolls with different limits', () => {
  const span = { from: plantTime('00:00'), to: plantTime('12:00', WINTER) }
  test('uses those of the newest roll, says since when, and shows no capability', async () => {
    const chart = expectOk(await l.lab.call(storedChart, { ...span, rules: ['limits'] } as never, { language: 'en' }))
    expect(chart).toMatchObject({ total: 6, lsl: 14, usl: 16, limitsSince: plantTime('08:35', WINTER) })
    expect(chart.capability ?? null).toBeNull()
    expect(chart.limitsNote).toMatch(/2026-11-21 08:35.*capability/)
    const zh = expectOk(await l.lab.call(storedChart, { ...span, rules: ['limits'] } as never))
    expect(zh.limitsNote).toMatch(/2026-11-21 08:35.*过程能力/)
    const histogram = expectOk(await l.lab.call(storedHistogram, span as never))
    expect(histogram).toMatchObject({ n: 12, lsl: 14, usl: 16, limitsSince: plantTime('08:35', WINTER) })
  })
  test('shows capability from that time on', async () => {
    const later = { ...span, from: plantTime('08:35', WINTER) }
    const chart = expectOk(await l.lab.call(storedChart, { ...later, rules: ['limits'] } as never))
    expect(chart).toMatchObject({ total: 2, limitsSince: null, limitsNote: null, lsl: 14, usl: 16 })
    expect(chart.capability).toMatchObject({ cpk: expect.any(Number) as number })
    expect(expectOk(await l.lab.call(storedHistogram, later as never))).toMatchObject({ n: 4, limitsSince: null })
  })
  test('of a summer order uses the summer limits, whenever the rolls were wound', async () => {
    const own = { ...span, workOrderId: summer }
    const chart = expectOk(await l.lab.call(storedChart, { ...own, rules: ['limits'] } as never))
    expect(chart).toMatchObject({ total: 4, limitsSince: null, lsl: 10, usl: 20 })
    expect(chart.capability).toMatchObject({ cpk: expect.any(Number) as number })
    expect(expectOk(await l.lab.call(storedHistogram, own as never))).toMatchObject({ lsl: 10, limitsSince: null })
  })
  test('treats two versions with equal limits as one', async () => {
    const later = { ...span, from: plantTime('08:35', WINTER) }
    // A roll without an order uses the version in force, the other one the version pinned by its order.
    await l.plant.query('update test_result set work_order_id = null where jumbo_roll_id = $1', [rolls[4]!.id])
    const [gsm] = limitsOf(l).slice(1)
    standardId = await ratifyNextVersion(l, standardId, [gsm!])
    expect(expectOk(await l.lab.call(storedChart, later as never))).toMatchObject({ limitsSince: null, lsl: 14 })
    l.plant.app.changes.publishSoon(['testResult'])
    const loadYears = async () =>
      expectOk(await l.lab.call(yearlyStatistics, { productId: l.productId }, { language: 'en' }))
    const number = expect.any(Number) as number
    expect(await loadYears()).toMatchObject([
      { season: 'summer', lsl: 10, usl: 20, ppk: number, limitsNote: null },
      { season: 'winter', lsl: 14, usl: 16, ppk: number, limitsNote: null },
    ])
    await ratifyNextVersion(l, standardId, [{ ...gsm, lsl: 14.5 }])
    const mixed = expectOk(await l.lab.call(storedChart, later as never))
    expect(mixed).toMatchObject({ limitsSince: plantTime('08:44', WINTER), lsl: 14 })
    const noCapability = { cpk: null, ppk: null, cpm: null }
    expect(await loadYears()).toMatchObject([
      { season: 'summer', lsl: 10, usl: 20, ppk: number, limitsNote: null },
      {
        season: 'winter',
        lsl: 14,
        usl: 16,
        ...noCapability,
        limitsNote: expect.stringMatching(/no capability/) as string,
      },
    ])
  })
})
