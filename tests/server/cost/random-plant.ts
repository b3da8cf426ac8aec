/** What happens to a plant in a few days, drawn at random: orders, feeds, readings, corrections, prices; and how a server is told of it. */
import * as fc from 'fast-check'
import { createUuid7 } from '@/contract/id'
import type { Row } from '@/contract/resource'
import { counterFeed } from '@/areas/feeding/contract/feed'
import { handover } from '@/areas/handover/contract/handover'
import { jumboRoll } from '@/areas/rolls/contract/jumbo-roll'
import { cutting, slitRoll, slitSet } from '@/areas/rolls/contract/slitting'
import { workOrder } from '@/areas/orders/contract/work-order'
import { productStandard } from '@/areas/standards/contract/product-standard'
import { costMaterialPrice, gasWaterPrice } from '@/areas/prices/contract/dated-prices'
import { electricPrice } from '@/areas/prices/contract/electric-price'
import { sendReadings } from '@/areas/telemetry/contract/telemetry-endpoints'
import { line } from '@/plant/contract/line'
import { addDays } from '@/plant/rules/plant-time'
import { addOf, into, newLot, newMaterial, type FeedingPlant } from '../feeding/feeding-plant'
import { windows, type EnergyPlant } from '../energy/energy-plant'
import { at, good } from '../people'

/** The first of the days, and how many: a month ends among them. */
export const FIRST = '2026-10-30'
export const DAYS = 5
const QUARTERS = DAYS * 96
const QUARTER_MS = 900_000
const begin = Date.parse(at('00:00', FIRST))
const momentOf = (quarter: number): string => new Date(begin + quarter * QUARTER_MS).toISOString()
const dayOf = (n: number): string => addDays(FIRST, n)
const bandNames = ['critical', 'peak', 'normal', 'low', 'deep'] as const
export const meterNames = ['MAIN', 'LINE0', 'LINE1', 'CHILLER', 'GAS'] as const

const quarter = fc.integer({ min: 0, max: QUARTERS - 1 })
const theDay = fc.integer({ min: 0, max: DAYS - 1 })
const kg = fc.integer({ min: 1, max: 900_000 }).map((grams) => grams / 1000)
/** CNY to the fourth digit: amounts seldom fall on a whole fen. */
const money = (max: number) => fc.integer({ min: 1, max: max * 10_000 }).map((n) => n / 10_000)
const lot = fc.integer({ min: 0, max: 3 })
const steps = {
  order: fc.record({
    kind: fc.constant('order' as const),
    line: fc.integer({ min: 0, max: 1 }),
    from: fc.integer({ min: 0, max: QUARTERS - 60 }),
    quarters: fc.integer({ min: 8, max: 150 }),
    pause: fc.option(fc.integer({ min: 1, max: 20 })),
    feeds: fc.array(fc.record({ lot, kg }), { minLength: 1, maxLength: 4 }),
    goodKg: kg,
  }),
  /** A stretch of a meter's readings, some of them left out; stretches come in any order, so that many are late. */
  readings: fc.record({
    kind: fc.constant('readings' as const),
    meter: fc.constantFrom(...meterNames),
    from: quarter,
    count: fc.integer({ min: 20, max: 300 }),
    without: fc.array(fc.integer({ min: 0, max: 299 }), { maxLength: 30 }),
  }),
  /** Another value for a time that has one, between those around it. */
  corrected: fc.record({
    kind: fc.constant('corrected' as const),
    meter: fc.constantFrom(...meterNames),
    at: fc.integer({ min: 1, max: QUARTERS - 1 }),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
  }),
  materialPrice: fc.record({
    kind: fc.constant('materialPrice' as const),
    lot,
    ofLot: fc.boolean(),
    day: theDay,
    price: money(20),
  }),
  tariff: fc.record({
    kind: fc.constant('tariff' as const),
    day: theDay,
    last: theDay,
    prices: fc.array(money(2), { minLength: 5, maxLength: 5 }),
  }),
  /** A market settles a day more than once: each time with other prices. */
  market: fc.record({
    kind: fc.constant('market' as const),
    day: theDay,
    hours: fc.array(money(2), { minLength: 24, maxLength: 24 }),
  }),
  gasPrice: fc.record({ kind: fc.constant('gasPrice' as const), day: theDay, price: money(6) }),
  takenBack: fc.record({
    kind: fc.constant('takenBack' as const),
    feed: fc.nat(),
    part: fc.constantFrom(0.25, 0.5, 1),
  }),
  signed: fc.record({
    kind: fc.constant('signed' as const),
    line: fc.integer({ min: 0, max: 1 }),
    day: theDay,
    shift: fc.constantFrom('early', 'middle', 'night'),
    people: fc.integer({ min: 1, max: 3 }),
  }),
  /** A jumbo of one order is slit, and some of its lanes are for another. */
  shared: fc.record({
    kind: fc.constant('shared' as const),
    wound: fc.nat(),
    other: fc.nat(),
    kg,
    widths: fc.array(fc.integer({ min: 100, max: 1600 }), { minLength: 2, maxLength: 2 }),
    /** Of 10,000 m. */
    metres: fc.integer({ min: 500, max: 10_000 }),
    undone: fc.boolean(),
  }),
  /** The clock's jobs run: what comes after has to change what they kept. */
  counted: fc.constant({ kind: 'counted' as const }),
} as const
type Steps = { [K in keyof typeof steps]: (typeof steps)[K] extends fc.Arbitrary<infer V> ? V : never }
export type Step = Steps[keyof Steps]
const step = (kind: keyof Steps, weight: number): fc.WeightedArbitrary<Step> => ({ weight, arbitrary: steps[kind] })
const anything = fc.array(
  fc.oneof(
    step('order', 2),
    step('readings', 6),
    step('corrected', 4),
    step('materialPrice', 3),
    step('tariff', 2),
    step('market', 1),
    step('gasPrice', 1),
    step('takenBack', 1),
    step('signed', 2),
    step('shared', 3),
    step('counted', 1),
  ),
  { minLength: 5, maxLength: 14 },
)
/** It begins with two orders and their readings. Once it was counted, the price of a day on which one ran changes at least. */
export const histories: fc.Arbitrary<readonly Step[]> = fc
  .tuple(steps.order, steps.order, anything, steps.shared, steps.market, steps.corrected, steps.materialPrice, anything)
  .map(([one, two, before, shared, market, corrected, price, after]) => [
    one,
    two,
    ...meterNames.slice(0, 3).map((meter) => ({ kind: 'readings' as const, meter, from: 0, count: 480, without: [] })),
    ...before,
    { ...shared, wound: 0, other: 1, undone: false },
    { kind: 'counted' },
    { ...market, day: Math.floor((one.from + 2) / 96) },
    corrected,
    price,
    ...after,
  ])

type Materials = { readonly materialId: string; readonly lotId: string }[]
/** One plant within the server: lines, meters, lots of its own. */
export class RandomPlant {
  readonly orders: string[] = []
  readonly feeds: string[] = []
  private jumbos = 0
  private constructor(
    private readonly p: EnergyPlant,
    private readonly f: FeedingPlant,
    private readonly n: string,
    private readonly lines: readonly string[],
    private readonly slitterId: string,
    readonly lots: Materials,
    private readonly standardId: string,
  ) {}

  static async make(p: EnergyPlant, f: FeedingPlant, number: number, mixPrice: Mixer): Promise<RandomPlant> {
    const n = `R${number}`
    const lead = p.staff['maint-lead']
    const newLine = async (code: string, kind: 'spunbond' | 'slitting' = 'spunbond') =>
      good(await lead.call(line.endpoints.create, { code: `${n}${code}`, name: `${n}${code}`, kind })).id
    const lines = [await newLine('A'), await newLine('B')]
    const main = await p.newMeter(`${n}MAIN`, {})
    for (const [i, lineId] of lines.entries()) await p.newMeter(`${n}LINE${i}`, { parentId: main.id, lineId })
    await p.newMeter(`${n}CHILLER`, { parentId: main.id, allocation: 'runHours' })
    await p.newMeter(`${n}GAS`, { medium: 'gas', lineId: lines[0]! })
    const lots: Materials = []
    for (let i = 0; i < 2; i++) {
      const { id: materialId } = await newMaterial(f)
      for (let j = 0; j < 2; j++) lots.push({ materialId, lotId: (await newLot(f, materialId, { kg: 90_000 })).id })
    }
    const materials = [...new Set(lots.map(({ materialId }) => materialId))]
    for (const materialId of materials) await mixPrice(materialId)
    const standardId = await p.inside(async (ctx) => {
      const made = await ctx.rows.insert(productStandard, {
        code: `${n}-STD`,
        revision: 1,
        newest: true,
        state: 'approved',
        productId: p.productId,
        mix: materials.map((materialId) => ({ materialId, percent: 50 })),
        trimPercent: 4,
        wastePercent: 2,
        crewHours: 11,
        speed: 210,
      })
      return made.id
    })
    return new RandomPlant(p, f, n, lines, await newLine('S', 'slitting'), lots, standardId)
  }

  /** What the counter shows at a quarter: it goes up by a little more or less each time. */
  private static value(meter: string, quarter: number): number {
    const scale = { MAIN: 100, LINE0: 41, LINE1: 33, CHILLER: 12, GAS: 5 }[meter] ?? 1
    return 1000 + scale * (quarter + 0.37 * Math.sin(quarter / 7))
  }
  private send = async (meter: string, readings: readonly { quarter: number; value: number }[]): Promise<void> => {
    const taken = await this.p.staff.admin.call(sendReadings, {
      readings: readings.map(({ quarter: at, value }) => ({
        tag: `${this.n}${meter}`,
        at: momentOf(at),
        value,
        unit: null,
        quality: null,
      })),
    })
    good(taken)
  }
  /** @returns what was refused, as a person would read it; null when it was done */
  async take(one: Step, count: () => Promise<void>): Promise<void> {
    if (one.kind === 'order') return this.order(one)
    if (one.kind === 'counted') return count()
    if (one.kind === 'takenBack') return this.takeBack(one)
    if (one.kind === 'signed') return this.sign(one)
    if (one.kind === 'shared') return this.share(one)
    if (one.kind === 'readings') {
      const missing = new Set(one.without)
      const wanted = Array.from({ length: one.count }, (_, i) => i).filter((i) => !missing.has(i))
      const quarters = wanted.map((i) => one.from + i).filter((at) => at <= QUARTERS)
      return this.send(
        one.meter,
        quarters.map((at) => ({ quarter: at, value: RandomPlant.value(one.meter, at) })),
      )
    }
    if (one.kind === 'corrected') {
      const [before, after] = [RandomPlant.value(one.meter, one.at - 1), RandomPlant.value(one.meter, one.at + 1)]
      return this.send(one.meter, [{ quarter: one.at, value: before + (after - before) * one.share }])
    }
    await this.price(one)
  }
  private async order(of: Steps['order']): Promise<void> {
    const lineId = this.lines[of.line]!
    const [from, to] = [of.from, Math.min(of.from + of.quarters, QUARTERS)]
    const stood = Math.min(of.pause ?? 0, of.quarters - 2)
    const pauses = stood > 0 ? [{ from: momentOf(from + 1), to: momentOf(from + 1 + stood), reason: null }] : []
    const base = { productId: this.p.productId, lineId, productStandardId: this.standardId, gsm: 15, webWidthMm: 3200 }
    const made = await this.p.inside(async (ctx): Promise<Row<typeof workOrder>> =>
      ctx.rows.insert(workOrder, {
        ...base,
        number: `${this.n}-${this.orders.length}`,
        batch: `${this.n}-${this.orders.length}`,
        state: 'running',
        startedAt: momentOf(from),
      }),
    )
    for (const { lot: which, kg: fedKg } of of.feeds) {
      const body = { workOrderId: made.id, lineId, ...this.lots[which]!, hopperId: await into(this.f, { lineId }) }
      const occurredAt = momentOf(from + 1)
      const reason = 'drawn at random'
      const id = createUuid7()
      good(await this.f.line.call(addOf('main'), { id, ...body, kg: fedKg, reason, occurredAt } as never))
      this.feeds.push(id)
    }
    await this.p.inside(async (ctx) => {
      const over = { state: 'finished' as const, finishedAt: momentOf(to), goodKg: of.goodKg, goodRolls: 1, pauses }
      await ctx.rows.update(workOrder, made.id, over)
    })
    this.orders.push(made.id)
  }
  private async takeBack({ feed, part }: Steps['takenBack']): Promise<void> {
    const id = this.feeds[feed % this.feeds.length]!
    const [row] = await this.p.plant.query<{ kg: number }>('select kg::float8 as kg from feed where id = $1', [id])
    const kgBack = Math.round(row!.kg * part * 1000) / 1000
    // Twice the whole is refused, as it should be.
    await this.f.lead.call(counterFeed, { id, kg: kgBack, cause: 'correction', reason: 'drawn at random' } as never)
  }
  private async share(of: Steps['shared']): Promise<void> {
    const [woundFor, cutFor] = [of.wound, of.other].map((n) => this.orders[n % this.orders.length]!)
    if (woundFor === cutFor) return
    await this.p.inside(async (ctx) => {
      const order = await ctx.rows.get(workOrder, woundFor!)
      const made = { businessDate: FIRST, shift: 'early', team: 'A' } as const
      const when = momentOf(40)
      const { productId } = this.p
      const jumbo = await ctx.rows.insert(jumboRoll, {
        ...made,
        number: `${this.n}J${++this.jumbos}`,
        state: 'cut',
        workOrderId: order.id,
        productId,
        lineId: order.lineId!,
        lengthM: 10_000,
        netKg: of.kg,
        startedAt: momentOf(30),
        doffedAt: when,
      })
      await ctx.rows.update(workOrder, order.id, { jumboKg: order.jumboKg + of.kg })
      const cut = { jumboRollId: jumbo.id, slitterId: this.slitterId }
      const run = await ctx.rows.insert(cutting, { ...made, ...cut, startedAt: when, lanes: [] })
      const whole = { ...made, ...cut, fromM: 0, toM: of.metres, doffedAt: when }
      const set = await ctx.rows.insert(slitSet, { ...whole, cuttingId: run.id, setNumber: 1 })
      for (const [i, widthMm] of of.widths.entries()) {
        const roll = {
          ...whole,
          slitSetId: set.id,
          productId,
          lane: i + 1,
          fromMm: 0,
          widthMm,
          lengthM: of.metres,
          kg: 1,
        }
        const number = `${jumbo.number}-${i}`
        const { id } = await ctx.rows.insert(slitRoll, { ...roll, number, workOrderId: i ? cutFor! : woundFor! })
        if (of.undone) await ctx.rows.update(slitRoll, id, { state: 'undone' })
      }
    })
  }
  private async sign({ line: which, day, shift, people }: Steps['signed']): Promise<void> {
    const lineId = this.lines[which]!
    const all = [this.f.line.userId, this.f.lead.userId, this.f.quality.userId]
    const key = { kind: 'squadLeader' as const, lineId, businessDate: dayOf(day), shift }
    await this.p.inside(async (ctx) => {
      const [known] = await ctx.rows.find(handover, { where: key, limit: 1 })
      if (known) await ctx.rows.update(handover, known.id, { people: all.slice(0, people) })
      else await ctx.rows.insert(handover, { ...key, state: 'taken', people: all.slice(0, people), absent: [] })
    })
  }
  /** A price that overlaps one of its layer is refused: that is no failure of the plant. */
  private async price(one: Extract<Step, { kind: 'materialPrice' | 'tariff' | 'market' | 'gasPrice' }>): Promise<void> {
    const { admin } = this.p.staff
    const reason = 'drawn at random'
    const effectiveFrom = dayOf(one.day)
    if (one.kind === 'gasPrice')
      await admin.call(gasWaterPrice.endpoints.create, { medium: 'gas', effectiveFrom, price: one.price, reason })
    else if (one.kind === 'market') {
      const named = { layer: 'market' as const, name: 'Market', hours: one.hours, windows: [] }
      good(await admin.call(electricPrice.endpoints.create, { ...named, effectiveFrom, reason } as never))
    } else if (one.kind === 'materialPrice') {
      const { materialId, lotId } = this.lots[one.lot]!
      const of = {
        materialId,
        lotId: one.ofLot ? lotId : null,
        effectiveFrom: one.ofLot ? effectiveFrom : '2026-11-01',
      }
      await admin.call(costMaterialPrice.endpoints.create, { ...of, price: one.price, reason } as never)
    } else
      await admin.call(electricPrice.endpoints.create, {
        layer: 'period',
        name: `${this.n}${one.day}`,
        effectiveFrom,
        effectiveTo: dayOf(Math.max(one.day, one.last)),
        ...Object.fromEntries(bandNames.map((band, i) => [band, one.prices[i]])),
        windows: [...windows],
        reason,
      } as never)
  }
}
export type Mixer = (materialId: string) => Promise<void>
