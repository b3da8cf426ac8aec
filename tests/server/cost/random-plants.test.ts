import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recalculateEnergy } from '@/areas/energy/contract/analysis-endpoints'
import { unallocatedCosts } from '@/areas/cost/contract/analysis-endpoints'
import { standardRate } from '@/areas/cost/contract/standard-rate'
import { costDirectPrice, costFixedPrice } from '@/areas/prices/contract/dated-prices'
import { electricPrice } from '@/areas/prices/contract/electric-price'
import { toFen } from '@/areas/cost/rules/money'
import { addDays } from '@/plant/rules/plant-time'
import { times } from '../../long'
import { DAY, energyPlant, prices, windows, type EnergyPlant } from '../energy/energy-plant'
import type { FeedingPlant } from '../feeding/feeding-plant'
import { countOf, good, runJob } from '../people'
import { DAYS, FIRST, histories, RandomPlant, type Step } from './random-plant'

let p: EnergyPlant
let f: FeedingPlant
beforeAll(async () => {
  p = await energyPlant()
  const { plant, staff } = p
  f = { plant, staff, lead: staff['prod-lead'], line: staff['operator-line'], quality: await plant.as('quality-lead') }
  const admin = staff.admin
  const base = { layer: 'base' as const, name: '十月', effectiveFrom: '2026-10-01', windows: [...windows], ...prices }
  good(await admin.call(electricPrice.endpoints.create, { ...base, peak: 1.1337 }))
  const always = { effectiveFrom: '2026-01-01' }
  const wages = { item: 'wages', basis: 'labourHour' as const, price: 41.37, ...always }
  const machine = { item: 'depreciation', basis: 'machineHour' as const, price: 99.99, ...always }
  good(await admin.call(costDirectPrice.endpoints.create, wages as never))
  good(await admin.call(costFixedPrice.endpoints.create, machine as never))
  for (const [item, price] of [
    ['electricity', 0.61],
    ['labour', 38.5],
    ['fixed', 95.25],
    ['gas', 0.013],
  ] as const)
    good(await admin.call(standardRate.endpoints.create, { item, price, ...always } as never))
}, 120_000)
afterAll(() => p.plant.close())

const fen = toFen
const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)
/** What the clock does in a while: days counted again, costs worked out again, until nothing waits. */
async function count(): Promise<void> {
  for (const [from, to] of [
    [FIRST, addDays(FIRST, DAYS)],
    [DAY, DAY],
  ] as const)
    good(await p.staff.admin.call(recalculateEnergy, { from, to }))
  for (let turn = 0; turn === 0 || (turn < 50 && (await countOf(p.plant, 'cost_cause')) > 0); turn++)
    await runJob(p.plant, 'costs-renew')
}
type Line = {
  resource: string | null
  rowId: string | null
  part: string
  month: string | null
  amount: number
  quantity: number
}
type Kept = { id: string; total: number; standard: number | null; lines: Line[]; variances: { amount: number }[] }
const costs = (): Promise<Kept[]> =>
  p.plant.query<Kept>(
    'select work_order_id as id, total::float8 as total, standard_total::float8 as standard, lines, variances from order_cost order by work_order_id',
  )
/** Orders that bear something of another's, or gave something to it. */
const sharing = (kept: readonly Kept[]): Kept[] =>
  kept.filter(({ id, lines }) => lines.some(({ resource, rowId }) => resource === 'workOrder' && rowId !== id))
/** What the meters at the top counted in a month, by medium; CNY and units. */
const metered = (month: string) =>
  p.plant.query<{ medium: string; used: number; cost: number }>(
    `select m.medium, sum(d.used)::float8 as used, sum(d.cost)::float8 as cost from energy_meter_day d join energy_meter m on m.id = d.energy_meter_id
     where m.parent_id is null and to_char(d.day, 'YYYY-MM') = $1 group by 1`,
    [month],
  )
/** What of it is no order's, as it is kept; CNY. */
const nobodys = (month: string) =>
  p.plant.query<{ medium: string; cost: number }>(
    `select medium, sum(cost::numeric)::float8 as cost from energy_use where work_order_id is null and to_char(day, 'YYYY-MM') = $1 group by 1 order by 1`,
    [month],
  )

describe('a plant in which anything happens', () => {
  let number = 0
  test('charges its orders and nobody with what its meters and its store say, to the cent, and the same when it begins from nothing', async () => {
    await fc.assert(
      fc.asyncProperty(histories, async (steps: readonly Step[]) => {
        const one = await RandomPlant.make(p, f, ++number, async (materialId) => {
          const rate = { item: 'material', materialId, price: 7.213, effectiveFrom: '2026-01-01' }
          good(await p.staff.admin.call(standardRate.endpoints.create, rate as never))
        })
        for (const step of steps) await one.take(step, count)
        await count()
        const kept = await costs()
        expect(sharing(kept).length).toBeGreaterThanOrEqual(2)
        for (const month of ['2026-10', '2026-11']) await addsUp(month, kept)
        await storeAddsUp(one)
        for (const { total, standard, lines, variances } of kept) {
          expect(sum(lines.map(({ amount }) => fen(amount)))).toBe(fen(total))
          if (standard !== null)
            expect(sum(variances.map(({ amount }) => fen(amount)))).toBe(fen(total) - fen(standard))
        }
        expect(kept.filter(({ standard }) => standard !== null).length).toBeGreaterThanOrEqual(2)
        await fromNothing(kept)
      }),
      // A plant goes on from run to run: what one run left behind would fail every smaller one.
      { numRuns: times(4), endOnFailure: true },
    )
  }, 600_000)
})

async function addsUp(month: string, kept: readonly Kept[]): Promise<void> {
  const { rows, reasons, ...totals } = good(await p.staff.admin.call(unallocatedCosts, { month }))
  // Of all that the plant was charged nothing is lost, and nothing without a name.
  for (const row of rows) expect(fen(row.charged) + fen(row.rest), `${month} ${row.part}`).toBe(fen(row.used))
  expect(fen(totals.finishedOrders) + fen(totals.workInProcess) + fen(totals.totalRest)).toBe(fen(totals.totalUsed))
  expect(sum(reasons.map(({ amount }) => fen(amount)))).toBe(fen(totals.totalRest))
  const ofMonth = kept.flatMap(({ lines: of }) => of.filter((l) => l.month === month))
  expect(fen(totals.finishedOrders) + fen(totals.workInProcess)).toBe(sum(ofMonth.map(({ amount }) => fen(amount))))
  const top = new Map((await metered(month)).map((one) => [one.medium, one]))
  const rest = new Map((await nobodys(month)).map((one) => [one.medium, one]))
  const partsOf = { material: ['material', 'packing'], electricity: ['electricity'], gas: ['gas'], water: ['water'] }
  for (const [part, parts] of Object.entries(partsOf)) {
    const row = rows.find((one) => one.part === part)!
    expect(fen(row.charged) + fen(row.rest), `${month} ${part}`).toBe(fen(row.used))
    const lines = kept.flatMap(({ lines: of }) => of.filter((l) => parts.includes(l.part) && l.month === month))
    // What the page of each order says, and not what one might have charged it with.
    expect(fen(row.charged), `${month} ${part} of orders`).toBe(sum(lines.map(({ amount }) => fen(amount))))
    if (part === 'material') continue
    expect(fen(row.used), `${month} ${part} of meters`).toBe(fen(top.get(part)?.cost ?? 0))
    expect(row.quantity).toBeCloseTo(top.get(part)?.used ?? 0, 2)
    // Each line is rounded to the fen once.
    const rounding = (lines.length + 2) / 2 / 100
    expect(Math.abs(row.rest - (rest.get(part)?.cost ?? 0)), `${month} ${part} of nobody`).toBeLessThanOrEqual(rounding)
  }
}
/**
 * What its orders were charged with is what their rolls hold, and what was fed to those without rolls; the rest of what left the
 * store lies in the hoppers. Rolls of an order that everything was taken back from hold nothing that has a price.
 */
async function storeAddsUp({ orders }: RandomPlant): Promise<void> {
  const [drawn] = await p.plant.query<{ kg: number }>(
    `select sum(case when o.jumbo_kg > 0 and f.kg > 0 then o.jumbo_kg else f.kg end)::float8 as kg
     from work_order o cross join lateral (select coalesce(sum(f.kg), 0) as kg from feed f where f.work_order_id = o.id) f where o.id = any($1::uuid[])`,
    [orders],
  )
  const charged = (await costs())
    .filter(({ id }) => orders.includes(id))
    .flatMap(({ lines }) => lines.filter(({ part }) => part === 'material'))
  // Each line is rounded to a tenth of a gram.
  expect(Math.abs(sum(charged.map(({ quantity }) => quantity)) - drawn!.kg)).toBeLessThanOrEqual(charged.length * 1e-4)
}
async function fromNothing(kept: readonly Kept[]): Promise<void> {
  const rest = await Promise.all([nobodys('2026-10'), nobodys('2026-11')])
  for (const table of ['order_cost', 'cost_cause', 'energy_day', 'energy_use', 'energy_meter_day'])
    await p.plant.query(`delete from ${table}`)
  await p.plant.query(`delete from setting where name = 'cost.orders'`)
  await count()
  expect(await costs()).toEqual(kept)
  expect(await Promise.all([nobodys('2026-10'), nobodys('2026-11')])).toEqual(rest)
}
