/** Random events of a few days in a plant (orders, feeds, readings, corrections, prices), and a class that applies them to a server. */
import * as fc from 'fast-check'
import { createUuid7 } from '@/contract/id'
import type { Row } from '@/contract/resource'
import { counterFeed } from '@/areas/feeding/contract/feed'
import { handover } from '@/areas/handover/contract/handover'
import { jumboRoll } from '@/areas/rolls/contract/jumbo-roll'
import { cutting, slitRoll, slitSet } from '@/areas/slitting/contract/slitting'
import { workOrder } from '@/areas/orders/contract/work-order'
import { productStandard } from '@/areas/standards/contract/product-standard'
import { costMaterialPrice, gasWaterPrice } from '@/areas/prices/contract/dated-prices'
import { electricPrice } from '@/areas/prices/contract/electric-price'
import { sendReadings } from '@/areas/telemetry/contract/telemetry-endpoints'
import { line } from '@/plant/contract/line'
import { addDays } from '@/plant/rules/plant-time'
import {
  getFeedEndpoint,
  findOrCreateHopper,
  createLot,
  createMaterial,
  type FeedingPlant,
} from '../feeding/feeding-plant'
import { windows, type EnergyPlant } from '../energy/energy-plant'
import { plantTime, expectOk } from '../plant-staff'

/** First day and number of days of a history, which contains the end of a month. */
export const FIRST_DAY = '2026-10-30'
export const DAYS = 5
const QUARTERS = DAYS * 96
const QUARTER_MS = 900_000
const beginMs = Date.parse(plantTime('00:00', FIRST_DAY))
const toQuarterTime = (quarter: number): string => new Date(beginMs + quarter * QUARTER_MS).toISOString()
const toDay = (n: number): string => addDays(FIRST_DAY, n)
const bandNames = ['critical', 'peak', 'normal', 'low', 'deep'] as const
export const meterNames = ['MAIN', 'LINE0', 'LINE1', 'CHILLER', 'GAS'] as const

const quarter = fc.integer({ min: 0, max: QUARTERS - 1 })
const dayIndex = fc.integer({ min: 0, max: DAYS - 1 })
const kg = fc.integer({ min: 1, max: 900_000 }).map((grams) => grams / 1000)
/** CNY with four decimals, so that rounding to fen matters. */
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
  /** A span of a meter's readings with gaps. Spans arrive in any order, so many readings are late. */
  readings: fc.record({
    kind: fc.constant('readings' as const),
    meter: fc.constantFrom(...meterNames),
    from: quarter,
    count: fc.integer({ min: 20, max: 300 }),
    without: fc.array(fc.integer({ min: 0, max: 299 }), { maxLength: 30 }),
  }),
  /** A new value for an existing reading, between its neighbours (`share` 0 to 1). */
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
    day: dayIndex,
    price: money(20),
  }),
  tariff: fc.record({
    kind: fc.constant('tariff' as const),
    day: dayIndex,
    last: dayIndex,
    prices: fc.array(money(2), { minLength: 5, maxLength: 5 }),
  }),
  /** Hourly market prices of a day. A market publishes a day several times with different prices. */
  market: fc.record({
    kind: fc.constant('market' as const),
    day: dayIndex,
    hours: fc.array(money(2), { minLength: 24, maxLength: 24 }),
  }),
  gasPrice: fc.record({ kind: fc.constant('gasPrice' as const), day: dayIndex, price: money(6) }),
  takenBack: fc.record({
    kind: fc.constant('takenBack' as const),
    feed: fc.nat(),
    part: fc.constantFrom(0.25, 0.5, 1),
  }),
  signed: fc.record({
    kind: fc.constant('signed' as const),
    line: fc.integer({ min: 0, max: 1 }),
    day: dayIndex,
    shift: fc.constantFrom('early', 'middle', 'night'),
    people: fc.integer({ min: 1, max: 3 }),
  }),
  /** A jumbo of one order that is slit partly for another order. */
  shared: fc.record({
    kind: fc.constant('shared' as const),
    wound: fc.nat(),
    other: fc.nat(),
    kg,
    widths: fc.array(fc.integer({ min: 100, max: 1600 }), { minLength: 2, maxLength: 2 }),
    /** Slit length; the jumbo has 10,000 m. */
    metres: fc.integer({ min: 500, max: 10_000 }),
    undone: fc.boolean(),
  }),
  /** Runs the scheduled jobs, so that later steps have to change stored results. */
  counted: fc.constant({ kind: 'counted' as const }),
} as const
type Steps = { [K in keyof typeof steps]: (typeof steps)[K] extends fc.Arbitrary<infer V> ? V : never }
export type Step = Steps[keyof Steps]
const weighStep = (kind: keyof Steps, weight: number): fc.WeightedArbitrary<Step> => ({
  weight,
  arbitrary: steps[kind],
})
const anySteps = fc.array(
  fc.oneof(
    weighStep('order', 2),
    weighStep('readings', 6),
    weighStep('corrected', 4),
    weighStep('materialPrice', 3),
    weighStep('tariff', 2),
    weighStep('market', 1),
    weighStep('gasPrice', 1),
    weighStep('takenBack', 1),
    weighStep('signed', 2),
    weighStep('shared', 3),
    weighStep('counted', 1),
  ),
  { minLength: 5, maxLength: 14 },
)
/** Every history begins with two orders and their readings, and changes a price of an order's day after the first calculation. */
export const histories: fc.Arbitrary<readonly Step[]> = fc
  .tuple(steps.order, steps.order, anySteps, steps.shared, steps.market, steps.corrected, steps.materialPrice, anySteps)
  .map(([firstOrder, secondOrder, earlierSteps, shared, market, corrected, price, laterSteps]) => [
    firstOrder,
    secondOrder,
    ...meterNames.slice(0, 3).map((meter) => ({ kind: 'readings' as const, meter, from: 0, count: 480, without: [] })),
    ...earlierSteps,
    { ...shared, wound: 0, other: 1, undone: false },
    { kind: 'counted' },
    { ...market, day: Math.floor((firstOrder.from + 2) / 96) },
    corrected,
    price,
    ...laterSteps,
  ])

type LotKeys = { readonly materialId: string; readonly lotId: string }[]
/** A plant that shares its server with other random plants but has its own lines, meters and lots. */
export class RandomPlant {
  readonly orders: string[] = []
  readonly feeds: string[] = []
  private jumbos = 0
  private constructor(
    private readonly energyPlant: EnergyPlant,
    private readonly feedingPlant: FeedingPlant,
    private readonly codePrefix: string,
    private readonly lines: readonly string[],
    private readonly slitterId: string,
    readonly lots: LotKeys,
    private readonly standardId: string,
  ) {}

  static async create(
    energyPlant: EnergyPlant,
    feedingPlant: FeedingPlant,
    number: number,
    mixPrice: PriceMaterial,
  ): Promise<RandomPlant> {
    const codePrefix = `R${number}`
    const lead = energyPlant.staff['maint-lead']
    const createLine = async (code: string, kind: 'spunbond' | 'slitting' = 'spunbond') =>
      expectOk(
        await lead.call(line.endpoints.create, { code: `${codePrefix}${code}`, name: `${codePrefix}${code}`, kind }),
      ).id
    const lines = [await createLine('A'), await createLine('B')]
    const main = await energyPlant.createMeter(`${codePrefix}MAIN`, {})
    for (const [i, lineId] of lines.entries())
      await energyPlant.createMeter(`${codePrefix}LINE${i}`, { parentId: main.id, lineId })
    await energyPlant.createMeter(`${codePrefix}CHILLER`, { parentId: main.id, allocation: 'runHours' })
    await energyPlant.createMeter(`${codePrefix}GAS`, { medium: 'gas', lineId: lines[0]! })
    const lots: LotKeys = []
    for (let i = 0; i < 2; i++) {
      const { id: materialId } = await createMaterial(feedingPlant)
      for (let j = 0; j < 2; j++)
        lots.push({ materialId, lotId: (await createLot(feedingPlant, materialId, { kg: 90_000 })).id })
    }
    const materials = [...new Set(lots.map(({ materialId }) => materialId))]
    for (const materialId of materials) await mixPrice(materialId)
    const standardId = await energyPlant.runInContext(async (ctx) => {
      const standard = await ctx.rows.insert(productStandard, {
        code: `${codePrefix}-STD`,
        revision: 1,
        newest: true,
        state: 'approved',
        productId: energyPlant.productId,
        mix: materials.map((materialId) => ({ materialId, percent: 50 })),
        trimPercent: 4,
        wastePercent: 2,
        crewHours: 11,
        speed: 210,
      })
      return standard.id
    })
    return new RandomPlant(
      energyPlant,
      feedingPlant,
      codePrefix,
      lines,
      await createLine('S', 'slitting'),
      lots,
      standardId,
    )
  }

  /** Returns the counter value at a quarter of an hour. Its increments vary slightly. */
  private static getCounterValue(meter: string, quarter: number): number {
    const scale = { MAIN: 100, LINE0: 41, LINE1: 33, CHILLER: 12, GAS: 5 }[meter] ?? 1
    return 1000 + scale * (quarter + 0.37 * Math.sin(quarter / 7))
  }
  private sendMeterReadings = async (
    meter: string,
    readings: readonly { quarter: number; value: number }[],
  ): Promise<void> => {
    const sendAnswer = await this.energyPlant.staff.admin.call(sendReadings, {
      readings: readings.map(({ quarter: quarterIndex, value }) => ({
        tag: `${this.codePrefix}${meter}`,
        at: toQuarterTime(quarterIndex),
        value,
        unit: null,
        quality: null,
      })),
    })
    expectOk(sendAnswer)
  }
  /** Applies one step to the plant through the API or the database. */
  async applyStep(step: Step, count: () => Promise<void>): Promise<void> {
    if (step.kind === 'order') return this.createOrder(step)
    if (step.kind === 'counted') return count()
    if (step.kind === 'takenBack') return this.takeBack(step)
    if (step.kind === 'signed') return this.signHandover(step)
    if (step.kind === 'shared') return this.shareJumbo(step)
    if (step.kind === 'readings') {
      const missing = new Set(step.without)
      const readIndexes = Array.from({ length: step.count }, (_, i) => i).filter((i) => !missing.has(i))
      const quarters = readIndexes.map((i) => step.from + i).filter((at) => at <= QUARTERS)
      return this.sendMeterReadings(
        step.meter,
        quarters.map((at) => ({ quarter: at, value: RandomPlant.getCounterValue(step.meter, at) })),
      )
    }
    if (step.kind === 'corrected') {
      const [previousValue, nextValue] = [
        RandomPlant.getCounterValue(step.meter, step.at - 1),
        RandomPlant.getCounterValue(step.meter, step.at + 1),
      ]
      return this.sendMeterReadings(step.meter, [
        { quarter: step.at, value: previousValue + (nextValue - previousValue) * step.share },
      ])
    }
    await this.setPrice(step)
  }
  private async createOrder(step: Steps['order']): Promise<void> {
    const lineId = this.lines[step.line]!
    const [fromQuarter, toQuarter] = [step.from, Math.min(step.from + step.quarters, QUARTERS)]
    const pauseQuarters = Math.min(step.pause ?? 0, step.quarters - 2)
    const pauses =
      pauseQuarters > 0
        ? [{ from: toQuarterTime(fromQuarter + 1), to: toQuarterTime(fromQuarter + 1 + pauseQuarters), reason: null }]
        : []
    const orderFields = {
      productId: this.energyPlant.productId,
      lineId,
      productStandardId: this.standardId,
      gsm: 15,
      webWidthMm: 3200,
    }
    const insertedOrder = await this.energyPlant.runInContext(async (ctx): Promise<Row<typeof workOrder>> =>
      ctx.rows.insert(workOrder, {
        ...orderFields,
        number: `${this.codePrefix}-${this.orders.length}`,
        batch: `${this.codePrefix}-${this.orders.length}`,
        state: 'running',
        startedAt: toQuarterTime(fromQuarter),
      }),
    )
    for (const { lot: lotIndex, kg: fedKg } of step.feeds) {
      const body = {
        workOrderId: insertedOrder.id,
        lineId,
        ...this.lots[lotIndex]!,
        hopperId: await findOrCreateHopper(this.feedingPlant, { lineId }),
      }
      const occurredAt = toQuarterTime(fromQuarter + 1)
      const reason = 'drawn at random'
      const id = createUuid7()
      expectOk(
        await this.feedingPlant.line.call(getFeedEndpoint('main'), {
          id,
          ...body,
          kg: fedKg,
          reason,
          occurredAt,
        } as never),
      )
      this.feeds.push(id)
    }
    await this.energyPlant.runInContext(async (ctx) => {
      const finishedFields = {
        state: 'finished' as const,
        finishedAt: toQuarterTime(toQuarter),
        goodKg: step.goodKg,
        goodRolls: 1,
        pauses,
      }
      await ctx.rows.update(workOrder, insertedOrder.id, finishedFields)
    })
    this.orders.push(insertedOrder.id)
  }
  private async takeBack({ feed, part }: Steps['takenBack']): Promise<void> {
    const id = this.feeds[feed % this.feeds.length]!
    const [row] = await this.energyPlant.plant.query<{ kg: number }>(
      'select kg::float8 as kg from feed where id = $1',
      [id],
    )
    const returnedKg = Math.round(row!.kg * part * 1000) / 1000
    // The server rightly refuses to take a feed back twice, so the answer is not checked.
    await this.feedingPlant.lead.call(counterFeed, {
      id,
      kg: returnedKg,
      cause: 'correction',
      reason: 'drawn at random',
    } as never)
  }
  private async shareJumbo(step: Steps['shared']): Promise<void> {
    const [woundOrderId, otherOrderId] = [step.wound, step.other].map((n) => this.orders[n % this.orders.length]!)
    if (woundOrderId === otherOrderId) return
    await this.energyPlant.runInContext(async (ctx) => {
      const order = await ctx.rows.get(workOrder, woundOrderId!)
      const production = { businessDate: FIRST_DAY, shift: 'early', team: 'A' } as const
      const doffedAt = toQuarterTime(40)
      const { productId } = this.energyPlant
      const jumbo = await ctx.rows.insert(jumboRoll, {
        ...production,
        number: `${this.codePrefix}J${++this.jumbos}`,
        state: 'cut',
        workOrderId: order.id,
        productId,
        lineId: order.lineId!,
        lengthM: 10_000,
        netKg: step.kg,
        startedAt: toQuarterTime(30),
        doffedAt: doffedAt,
      })
      await ctx.rows.update(workOrder, order.id, { jumboKg: order.jumboKg + step.kg })
      const cuttingFields = { jumboRollId: jumbo.id, slitterId: this.slitterId }
      const run = await ctx.rows.insert(cutting, { ...production, ...cuttingFields, startedAt: doffedAt, lanes: [] })
      const setFields = { ...production, ...cuttingFields, fromM: 0, toM: step.metres, doffedAt }
      const set = await ctx.rows.insert(slitSet, { ...setFields, cuttingId: run.id, setNumber: 1 })
      for (const [i, widthMm] of step.widths.entries()) {
        const roll = {
          ...setFields,
          slitSetId: set.id,
          productId,
          lane: i + 1,
          fromMm: 0,
          widthMm,
          lengthM: step.metres,
          kg: 1,
        }
        const number = `${jumbo.number}-${i}`
        const { id } = await ctx.rows.insert(slitRoll, {
          ...roll,
          number,
          workOrderId: i ? otherOrderId! : woundOrderId!,
        })
        if (step.undone) await ctx.rows.update(slitRoll, id, { state: 'undone' })
      }
    })
  }
  private async signHandover({ line: lineIndex, day, shift, people }: Steps['signed']): Promise<void> {
    const lineId = this.lines[lineIndex]!
    const crew = [this.feedingPlant.line.userId, this.feedingPlant.lead.userId, this.feedingPlant.quality.userId]
    const key = { kind: 'squadLeader' as const, lineId, businessDate: toDay(day), shift }
    await this.energyPlant.runInContext(async (ctx) => {
      const [handoverRow] = await ctx.rows.find(handover, { where: key, limit: 1 })
      if (handoverRow) await ctx.rows.update(handover, handoverRow.id, { people: crew.slice(0, people) })
      else await ctx.rows.insert(handover, { ...key, state: 'taken', people: crew.slice(0, people), absent: [] })
    })
  }
  /** Enters a price. The server may refuse prices that overlap in their layer, so most answers are not checked. */
  private async setPrice(
    step: Extract<Step, { kind: 'materialPrice' | 'tariff' | 'market' | 'gasPrice' }>,
  ): Promise<void> {
    const { admin } = this.energyPlant.staff
    const reason = 'drawn at random'
    const effectiveFrom = toDay(step.day)
    if (step.kind === 'gasPrice')
      await admin.call(gasWaterPrice.endpoints.create, { medium: 'gas', effectiveFrom, price: step.price, reason })
    else if (step.kind === 'market') {
      const marketPrice = { layer: 'market' as const, name: 'Market', hours: step.hours, windows: [] }
      expectOk(await admin.call(electricPrice.endpoints.create, { ...marketPrice, effectiveFrom, reason } as never))
    } else if (step.kind === 'materialPrice') {
      const { materialId, lotId } = this.lots[step.lot]!
      const scope = {
        materialId,
        lotId: step.ofLot ? lotId : null,
        effectiveFrom: step.ofLot ? effectiveFrom : '2026-11-01',
      }
      await admin.call(costMaterialPrice.endpoints.create, { ...scope, price: step.price, reason } as never)
    } else
      await admin.call(electricPrice.endpoints.create, {
        layer: 'period',
        name: `${this.codePrefix}${step.day}`,
        effectiveFrom,
        effectiveTo: toDay(Math.max(step.day, step.last)),
        ...Object.fromEntries(bandNames.map((band, i) => [band, step.prices[i]])),
        windows: [...windows],
        reason,
      } as never)
  }
}
export type PriceMaterial = (materialId: string) => Promise<void>
