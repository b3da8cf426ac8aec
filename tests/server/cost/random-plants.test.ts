import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recalculateEnergy } from '@/areas/energy/contract/analysis-endpoints'
import { unallocatedCosts } from '@/areas/cost/contract/analysis-endpoints'
import { standardRate } from '@/areas/cost/contract/standard-rate'
import { costDirectPrice, costFixedPrice } from '@/areas/prices/contract/dated-prices'
import { electricPrice } from '@/areas/prices/contract/electric-price'
import { toFen } from '@/areas/cost/rules/cost-line'
import { addDays } from '@/plant/rules/plant-time'
import { scaleRounds } from '../../long'
import { DAY, createEnergyPlant, prices, windows, type EnergyPlant } from '../energy/energy-plant'
import type { FeedingPlant } from '../feeding/feeding-plant'
import { countRows, expectOk, runJob } from '../plant-staff'
import { DAYS, FIRST_DAY, histories, RandomPlant, type Step } from './random-plant'

let energyPlant: EnergyPlant
let feedingPlant: FeedingPlant
beforeAll(async () => {
  energyPlant = await createEnergyPlant()
  const { plant, staff } = energyPlant
  feedingPlant = {
    plant,
    staff,
    lead: staff['prod-lead'],
    line: staff['operator-line'],
    quality: await plant.as('quality-lead'),
  }
  const admin = staff.admin
  const basePrice = {
    layer: 'base' as const,
    name: '十月',
    effectiveFrom: '2026-10-01',
    windows: [...windows],
    ...prices,
  }
  expectOk(await admin.call(electricPrice.endpoints.create, { ...basePrice, peak: 1.1337 }))
  const unlimited = { effectiveFrom: '2026-01-01' }
  const wageRate = { item: 'wages', basis: 'labourHour' as const, price: 41.37, ...unlimited }
  const machine = { item: 'depreciation', basis: 'machineHour' as const, price: 99.99, ...unlimited }
  expectOk(await admin.call(costDirectPrice.endpoints.create, wageRate as never))
  expectOk(await admin.call(costFixedPrice.endpoints.create, machine as never))
  for (const [item, price] of [
    ['electricity', 0.61],
    ['labour', 38.5],
    ['fixed', 95.25],
    ['gas', 0.013],
  ] as const)
    expectOk(await admin.call(standardRate.endpoints.create, { item, price, ...unlimited } as never))
}, 120_000)
afterAll(() => energyPlant.plant.close())

const fen = toFen
const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)
/** Recalculates energy and costs as the scheduled jobs do, until no work is left. */
async function recalculateAll(): Promise<void> {
  for (const [from, to] of [
    [FIRST_DAY, addDays(FIRST_DAY, DAYS)],
    [DAY, DAY],
  ] as const)
    expectOk(await energyPlant.staff.admin.call(recalculateEnergy, { from, to }))
  for (let turn = 0; turn === 0 || (turn < 50 && (await countRows(energyPlant.plant, 'cost_cause')) > 0); turn++)
    await runJob(energyPlant.plant, 'costs-renew')
}
type Line = {
  resource: string | null
  rowId: string | null
  part: string
  month: string | null
  amount: number
  quantity: number
}
type CostRow = { id: string; total: number; standard: number | null; lines: Line[]; variances: { amount: number }[] }
const loadCosts = (): Promise<CostRow[]> =>
  energyPlant.plant.query<CostRow>(
    'select work_order_id as id, total::float8 as total, standard_total::float8 as standard, lines, variances from order_cost order by work_order_id',
  )
/** Cost rows with lines that refer to another order. */
const findSharedCosts = (costRows: readonly CostRow[]): CostRow[] =>
  costRows.filter(({ id, lines }) => lines.some(({ resource, rowId }) => resource === 'workOrder' && rowId !== id))
/** Use and cost (CNY) of the top-level meters in a month, by medium. */
const loadMetered = (month: string) =>
  energyPlant.plant.query<{ medium: string; used: number; cost: number }>(
    `select m.medium, sum(d.used)::float8 as used, sum(d.cost)::float8 as cost from energy_meter_day d join energy_meter m on m.id = d.energy_meter_id
     where m.parent_id is null and to_char(d.day, 'YYYY-MM') = $1 group by 1`,
    [month],
  )
/** Stored energy cost without an order in a month, by medium; CNY. */
const loadUnallocated = (month: string) =>
  energyPlant.plant.query<{ medium: string; cost: number }>(
    `select medium, sum(cost::numeric)::float8 as cost from energy_use where work_order_id is null and to_char(day, 'YYYY-MM') = $1 group by 1 order by 1`,
    [month],
  )

describe('a plant with random events', () => {
  let number = 0
  test('allocates all metered and consumed costs to orders or to the unallocated rest, to the cent, also from scratch', async () => {
    await fc.assert(
      fc.asyncProperty(histories, async (steps: readonly Step[]) => {
        const randomPlant = await RandomPlant.create(energyPlant, feedingPlant, ++number, async (materialId) => {
          const rate = { item: 'material', materialId, price: 7.213, effectiveFrom: '2026-01-01' }
          expectOk(await energyPlant.staff.admin.call(standardRate.endpoints.create, rate as never))
        })
        for (const step of steps) await randomPlant.applyStep(step, recalculateAll)
        await recalculateAll()
        const costsBefore = await loadCosts()
        expect(findSharedCosts(costsBefore).length).toBeGreaterThanOrEqual(2)
        for (const month of ['2026-10', '2026-11']) await expectMonthAddsUp(month, costsBefore)
        await expectStoreAddsUp(randomPlant)
        for (const { total, standard, lines, variances } of costsBefore) {
          expect(sum(lines.map(({ amount }) => fen(amount)))).toBe(fen(total))
          if (standard !== null)
            expect(sum(variances.map(({ amount }) => fen(amount)))).toBe(fen(total) - fen(standard))
        }
        expect(costsBefore.filter(({ standard }) => standard !== null).length).toBeGreaterThanOrEqual(2)
        await expectSameFromScratch(costsBefore)
      }),
      // The server is shared by all runs. Leftovers of a failed run would also fail fast-check's smaller runs.
      { numRuns: scaleRounds(4), endOnFailure: true },
    )
  }, 600_000)
})

async function expectMonthAddsUp(month: string, costRows: readonly CostRow[]): Promise<void> {
  const { rows, reasons, ...totals } = expectOk(
    await energyPlant.staff.admin.call(unallocatedCosts.endpoint, { month }),
  )
  // Every cost of the plant is allocated or has a named reason.
  for (const row of rows) expect(fen(row.charged) + fen(row.rest), `${month} ${row.part}`).toBe(fen(row.used))
  expect(fen(totals.finishedOrders) + fen(totals.workInProcess) + fen(totals.totalRest)).toBe(fen(totals.totalUsed))
  expect(sum(reasons.map(({ amount }) => fen(amount)))).toBe(fen(totals.totalRest))
  const linesOfMonth = costRows.flatMap(({ lines: of }) => of.filter((l) => l.month === month))
  expect(fen(totals.finishedOrders) + fen(totals.workInProcess)).toBe(
    sum(linesOfMonth.map(({ amount }) => fen(amount))),
  )
  const meteredByMedium = new Map((await loadMetered(month)).map((one) => [one.medium, one]))
  const unallocatedByMedium = new Map((await loadUnallocated(month)).map((one) => [one.medium, one]))
  const partsOf = { material: ['material', 'packing'], electricity: ['electricity'], gas: ['gas'], water: ['water'] }
  for (const [part, parts] of Object.entries(partsOf)) {
    const row = rows.find((one) => one.part === part)!
    expect(fen(row.charged) + fen(row.rest), `${month} ${part}`).toBe(fen(row.used))
    const lines = costRows.flatMap(({ lines: of }) => of.filter((l) => parts.includes(l.part) && l.month === month))
    // Compares with the order pages, not with an own calculation.
    expect(fen(row.charged), `${month} ${part} of orders`).toBe(sum(lines.map(({ amount }) => fen(amount))))
    if (part === 'material') continue
    expect(fen(row.used), `${month} ${part} of meters`).toBe(fen(meteredByMedium.get(part)?.cost ?? 0))
    expect(row.quantity).toBeCloseTo(meteredByMedium.get(part)?.used ?? 0, 2)
    // Each line may be off by the rounding to one fen.
    const rounding = (lines.length + 2) / 2 / 100
    expect(
      Math.abs(row.rest - (unallocatedByMedium.get(part)?.cost ?? 0)),
      `${month} ${part} of nobody`,
    ).toBeLessThanOrEqual(rounding)
  }
}
/**
 * The kg charged to orders equal the kg in their rolls, or the fed kg of orders without rolls and lanes. The rest of the consumed
 * material is in the hoppers. Rolls of an order whose feeds were all taken back hold no priced material.
 */
async function expectStoreAddsUp({ orders }: RandomPlant): Promise<void> {
  const [drawnRow] = await energyPlant.plant.query<{ kg: number }>(
    `select sum(case when o.jumbo_kg > 0 and f.kg > 0 then o.jumbo_kg
       when o.jumbo_kg = 0 and exists (select from slit_roll r join jumbo_roll j on j.id = r.jumbo_roll_id
         where r.work_order_id = o.id and j.work_order_id <> o.id and r.state <> 'undone') then 0 else f.kg end)::float8 as kg
     from work_order o cross join lateral (select coalesce(sum(f.kg), 0) as kg from feed f where f.work_order_id = o.id) f where o.id = any($1::uuid[])`,
    [orders],
  )
  const materialLines = (await loadCosts())
    .filter(({ id }) => orders.includes(id))
    .flatMap(({ lines }) => lines.filter(({ part }) => part === 'material'))
  // Each line may be off by the rounding to 0.1 g.
  expect(Math.abs(sum(materialLines.map(({ quantity }) => quantity)) - drawnRow!.kg)).toBeLessThanOrEqual(
    materialLines.length * 1e-4,
  )
}
async function expectSameFromScratch(costRows: readonly CostRow[]): Promise<void> {
  const unallocatedBefore = await Promise.all([loadUnallocated('2026-10'), loadUnallocated('2026-11')])
  for (const table of ['order_cost', 'cost_cause', 'energy_day', 'energy_use', 'energy_meter_day'])
    await energyPlant.plant.query(`delete from ${table}`)
  await energyPlant.plant.query(`delete from setting where name = 'cost.orders'`)
  await recalculateAll()
  expect(await loadCosts()).toEqual(costRows)
  expect(await Promise.all([loadUnallocated('2026-10'), loadUnallocated('2026-11')])).toEqual(unallocatedBefore)
}
