/**
 * A plant in memory that only applies the rules: they decide every command and, if they allow it, the command changes the
 * rows. The server's code between rules and database is not included, so a failure here is a faulty rule.
 */
import { checkFeed, calculateCounterKg, hasRefusal } from '@/areas/feeding/rules/feed'
import { toLineDraw, allocateLots, type Allocation } from '@/areas/feeding/rules/allocate-lots'
import { fourTeamsThreeShifts, getShiftAt } from '@/plant/rules/shift'
import { toMoment } from '@/plant/rules/plant-time'
import { decideTransition } from '@/contract/state-machine'
import { canProduce, workOrderLifecycle, type WorkOrderState } from '@/areas/orders/rules/work-order'
import {
  findSlittingPatternProblems,
  calculateLanePositions,
  sumLaneWidths,
  type LaneGroup,
  calculateWebKg,
} from '@/areas/orders/rules/slitting-pattern'
import { judgeWeight } from '@/areas/rolls/rules/dimensions'
import { decideJumboTransition, type JumboState } from '@/areas/rolls/rules/jumbo-roll'
import {
  calculateCutKg,
  calculateExpectedTrimKg,
  calculateJumboBalance,
  type JumboBalance,
} from '@/areas/slitting/rules/mass-balance'
import { calculateShareKg } from '@/areas/rolls/rules/roll-mass'
import {
  calculateCuttingMetrics,
  determineGrade,
  calculateJumboMetrics,
  calculateSlitRollMetrics,
  type OrderRollMetrics,
} from '@/areas/rolls/rules/order-roll-metrics'
import { buildJumboNumber, buildSlitNumber } from '@/areas/rolls/rules/roll-number'
import { decideSlitRollTransition, type SlitState } from '@/areas/slitting/rules/slit-roll'
import { type Downgrade } from '@/areas/rolls/rules/grade'
import { toWholeGrams } from '@/plant/rules/quantity'

export const WIDTH = 3200
export const GSM = 20
const MINUTE = 60_000
const RESIDENCE = { delayMs: 20 * MINUTE, spreadMs: 10 * MINUTE }
export interface Lot {
  readonly id: string
  readonly receivedKg: number
  leftKg: number
  state: 'released' | 'blocked'
}
export interface Fed {
  readonly id: string
  readonly orderId: string
  readonly lotId: string
  readonly at: number
  readonly kg: number
  readonly counterOf: string | null
}
export interface OrderRow {
  readonly id: string
  state: WorkOrderState
}
export interface JumboRow {
  readonly id: string
  readonly orderId: string
  state: JumboState
  number: string | null
  readonly startedAt: number
  doffedAt: number | null
  lengthM: number
  leftM: number
  netKg: number | null
  expectedKg: number | null
  readonly downgrades: Downgrade[]
  day: string
  sets: number
}
export interface CuttingRow {
  readonly jumboId: string
  state: 'open' | 'finished' | 'undone'
  readonly lanes: readonly LaneGroup[]
  /** Metres on the jumbo when it began. */ readonly fromM: number
  wasteKg: number | null
  trimKg: number
  balance: JumboBalance | null
}
export interface SlitRow {
  readonly number: string
  readonly cutting: number
  readonly jumboId: string
  readonly orderId: string
  readonly set: number
  readonly fromM: number
  readonly toM: number
  readonly fromMm: number
  readonly widthMm: number
  state: SlitState
  kg: number | null
  readonly expectedKg: number
  readonly downgrades: Downgrade[]
}
export type Answer = 'done' | 'refused'

export class PlantFloor {
  readonly lots: Lot[] = []
  readonly feeds: Fed[] = []
  readonly orders: OrderRow[] = []
  readonly jumbos: JumboRow[] = []
  readonly cuttings: CuttingRow[] = []
  readonly slit: SlitRow[] = []
  private readonly serials = new Map<string, number>()
  private made = 0
  constructor(private now: number) {}

  pass(minutes: number): void {
    this.now += minutes * MINUTE
  }
  private id(what: string): string {
    return `${what}-${++this.made}`
  }

  receive(kg: number): Answer {
    this.lots.push({ id: this.id('lot'), receivedKg: kg, leftKg: kg, state: 'released' })
    return 'done'
  }
  block(n: number): Answer {
    const lot = this.lots[n]
    if (!lot) return 'refused'
    lot.state = lot.state === 'blocked' ? 'released' : 'blocked'
    return 'done'
  }
  order(): Answer {
    this.orders.push({ id: this.id('order'), state: 'planned' })
    return 'done'
  }
  step(n: number, action: string): Answer {
    const order = this.orders[n]
    if (!order) return 'refused'
    if (action === 'start' && this.orders.some(({ state }) => state === 'running')) return 'refused'
    const decision = decideTransition(workOrderLifecycle, order.state, action, { reason: 'so', lineId: 'SB1' })
    if (!decision.ok) return 'refused'
    order.state = decision.to
    return 'done'
  }
  feed(orderN: number, lotN: number, kg: number): Answer {
    const [order, lot] = [this.orders[orderN], this.lots[lotN]]
    if (!order || !lot) return 'refused'
    const findings = checkFeed({
      kind: 'main',
      materialId: 'pp',
      kg,
      lot: { kind: 'main', state: lot.state, receivedOn: '2026-01-01', expiresOn: null, leftKg: lot.leftKg },
      standard: null,
      fedKgByMaterial: new Map(),
      canOrderProduce: canProduce(order.state),
      isBeforePreparation: false,
      businessDate: this.shift().businessDate,
      calendarDay: this.shift().businessDate,
      capacityKg: Number.POSITIVE_INFINITY,
      reason: 'so',
      hopperPurpose: null,
      canOverrule: false,
    })
    if (hasRefusal(findings)) return 'refused'
    this.feeds.push({
      id: this.id('feed'),
      orderId: order.id,
      lotId: lot.id,
      at: this.now,
      kg,
      counterOf: null,
    })
    lot.leftKg -= kg
    return 'done'
  }
  counter(feedN: number, kg: number | null): Answer {
    const line = this.feeds[feedN]
    if (!line || line.counterOf) return 'refused'
    const back = calculateCounterKg(
      line.kg,
      this.feeds.filter(({ counterOf }) => counterOf === line.id).map((c) => c.kg),
      kg,
    )
    if (back === null) return 'refused'
    this.feeds.push({ ...line, id: this.id('feed'), at: this.now, kg: back, counterOf: line.id })
    this.lots.find(({ id }) => id === line.lotId)!.leftKg -= back
    return 'done'
  }
  private shift() {
    return getShiftAt(toMoment(this.now), fourTeamsThreeShifts, 'Asia/Shanghai')
  }

  wind(orderN: number): Answer {
    const order = this.orders[orderN]
    if (!order || !canProduce(order.state) || this.jumbos.some(({ state }) => state === 'winding')) return 'refused'
    const decision = decideJumboTransition(null, 'wind', { lineId: 'SB1', workOrderId: order.id })
    if (!decision.ok) return 'refused'
    this.jumbos.push({
      id: this.id('jumbo'),
      orderId: order.id,
      state: decision.to,
      number: null,
      startedAt: this.now,
      doffedAt: null,
      lengthM: 0,
      leftM: 0,
      netKg: null,
      expectedKg: null,
      downgrades: [],
      day: '',
      sets: 0,
    })
    return 'done'
  }
  doff(lengthM: number): Answer {
    const roll = this.jumbos.find(({ state }) => state === 'winding')
    const decision = decideJumboTransition(roll?.state ?? 'deleted', 'doff', { lengthM })
    if (!roll || !decision.ok) return 'refused'
    const day = this.shift().businessDate
    const serial = (this.serials.get(day) ?? 0) + 1
    this.serials.set(day, serial)
    Object.assign(roll, {
      state: decision.to,
      number: buildJumboNumber('B2611', 'SB1', day, serial),
      doffedAt: this.now,
      lengthM,
      leftM: lengthM,
      expectedKg: calculateWebKg(GSM, WIDTH, lengthM),
      day,
    })
    return 'done'
  }
  weigh(n: number, share: number): Answer {
    const roll = this.jumbos[n]
    if (!roll?.number || roll.state === 'deleted' || this.slit.some(({ jumboId }) => jumboId === roll.id))
      return 'refused'
    const kg = (roll.expectedKg ?? 0) * share
    if (judgeWeight(kg, roll.expectedKg, 10).verdict === 'refused') return 'refused'
    roll.netKg = kg
    return 'done'
  }
  jumboStep(n: number, action: string): Answer {
    const roll = this.jumbos[n]
    if (!roll) return 'refused'
    const decision = decideJumboTransition(roll.state, action, { reason: 'so' })
    if (!decision.ok) return 'refused'
    roll.state = decision.to
    const last = this.cuttings.findLast(({ jumboId, state }) => jumboId === roll.id && state === 'finished')
    if (action === 'scrapRemnant' && last)
      last.wasteKg = (last.wasteKg ?? 0) + calculateShareKg(roll.netKg ?? 0, roll.lengthM, roll.leftM)
    return 'done'
  }
  startCutting(n: number, lanes: readonly LaneGroup[]): Answer {
    const roll = this.jumbos[n]
    if (
      !roll ||
      roll.netKg === null ||
      findSlittingPatternProblems(lanes, { jumboWidth: WIDTH, minTrim: 20, minWidth: 50, knives: 40 }).length > 0
    )
      return 'refused'
    const decision = decideJumboTransition(roll.state, 'startSlitting', {})
    if (!decision.ok) return 'refused'
    roll.state = decision.to
    this.cuttings.push({
      jumboId: roll.id,
      state: 'open',
      lanes,
      fromM: roll.leftM,
      wasteKg: null,
      trimKg: 0,
      balance: null,
    })
    return 'done'
  }
  doffSet(n: number, lengthM: number): Answer {
    const cutting = this.cuttings[n]
    const roll = this.jumbos.find(({ id }) => id === cutting?.jumboId)
    if (!cutting || !roll || cutting.state !== 'open' || lengthM <= 0 || lengthM > roll.leftM) return 'refused'
    roll.sets += 1
    const [fromM, toM] = [roll.leftM - lengthM, roll.leftM]
    roll.leftM = fromM
    for (const place of calculateLanePositions(cutting.lanes, WIDTH)) {
      this.slit.push({
        number: buildSlitNumber(roll.number!, roll.sets, place.lane),
        cutting: n,
        jumboId: roll.id,
        orderId: roll.orderId,
        set: roll.sets,
        fromM,
        toM,
        fromMm: place.from,
        widthMm: place.width,
        state: 'made',
        kg: null,
        expectedKg: calculateWebKg(GSM, place.width, lengthM) * ((roll.netKg ?? 0) / (roll.expectedKg || 1)),
        downgrades: [],
      })
    }
    return 'done'
  }
  weighSlit(n: number): Answer {
    const roll = this.slit[n]
    if (roll?.state !== 'made') return 'refused'
    roll.kg = roll.expectedKg
    return 'done'
  }
  downgrade(n: number, from: number, to: number, grade: Downgrade['grade']): Answer {
    const roll = this.slit[n]
    if (!roll || roll.state === 'undone' || to <= from) return 'refused'
    const length = roll.toM - roll.fromM
    roll.downgrades.push({ fromM: from * length, toM: to * length, grade })
    return 'done'
  }
  slitStep(n: number, action: string): Answer {
    const roll = this.slit[n]
    const decision = roll && decideSlitRollTransition(roll.state, action, { reason: 'so', packageId: 'p' })
    if (!roll || !decision?.ok || action === 'undo') return 'refused'
    roll.state = decision.to
    return 'done'
  }
  /** Takes back the last set of a cutting; its numbers are not used again. */
  undoSet(n: number): Answer {
    const cutting = this.cuttings[n]
    const jumbo = this.jumbos.find(({ id }) => id === cutting?.jumboId)
    const slitRollsOfJumbo = this.slit.filter((roll) => roll.jumboId === cutting?.jumboId && roll.state !== 'undone')
    const last = Math.max(0, ...slitRollsOfJumbo.map(({ set }) => set))
    const rolls = slitRollsOfJumbo.filter(({ set }) => set === last)
    if (
      cutting?.state !== 'open' ||
      !jumbo ||
      rolls.length === 0 ||
      rolls.some((roll) => roll.cutting !== n || !decideSlitRollTransition(roll.state, 'undo', { reason: 'so' }).ok)
    )
      return 'refused'
    for (const roll of rolls) roll.state = 'undone'
    jumbo.leftM = rolls[0]!.toM
    return 'done'
  }
  finishCutting(n: number, returnsRemnant = false): Answer {
    const cutting = this.cuttings[n]
    const roll = this.jumbos.find(({ id }) => id === cutting?.jumboId)
    const isRemnant = returnsRemnant && (roll?.leftM ?? 0) > 0
    const decision = roll && decideJumboTransition(roll.state, isRemnant ? 'returnRemnant' : 'finishSlitting', {})
    if (cutting?.state !== 'open' || !roll || !decision?.ok) return 'refused'
    const slitRolls = this.slit.filter((slit) => slit.cutting === n && slit.state !== 'undone')
    if (isRemnant && slitRolls.length === 0) return 'refused'
    const slitM = cutting.fromM - roll.leftM
    cutting.trimKg = calculateExpectedTrimKg(roll.netKg ?? 0, WIDTH, sumLaneWidths(cutting.lanes), slitM, roll.lengthM)
    cutting.wasteKg = isRemnant ? 0 : ((roll.netKg ?? 0) * roll.leftM) / roll.lengthM
    const sets = [...new Map(slitRolls.map((slit) => [slit.set, slit])).values()]
    for (const slit of slitRolls) slit.kg ??= slit.expectedKg
    cutting.balance = calculateJumboBalance(
      calculateCutKg(roll.netKg ?? 0, roll.lengthM, { leftM: roll.leftM, sets }, isRemnant ? roll.leftM : 0),
      slitRolls.map(({ kg }) => kg ?? 0),
      cutting.trimKg,
      cutting.wasteKg,
      1,
    )
    Object.assign(cutting, { state: 'finished' })
    roll.state = decision.to
    return 'done'
  }
  /** The lots of all rolls from one hopper, calculated from everything known now. */
  lotsOfRolls(): ReadonlyMap<string, Allocation> {
    const fed = this.feeds
      .filter(({ counterOf }) => counterOf === null)
      .map(({ id, lotId, at, kg }) => ({
        feedId: id,
        lotId,
        materialId: 'pp',
        hopperId: 'H1',
        at,
        grams: toWholeGrams(
          this.feeds.filter(({ counterOf }) => counterOf === id).reduce((sum, counter) => sum + counter.kg, kg),
        ),
      }))
    const draws = this.jumbos
      .filter(({ doffedAt, state }) => doffedAt !== null && state !== 'deleted')
      .map((roll) =>
        toLineDraw(
          {
            ...roll,
            startsAt: roll.startedAt,
            endsAt: roll.doffedAt!,
            kg: roll.netKg ?? roll.expectedKg ?? 0,
            speedMPerMin: null,
          },
          RESIDENCE,
        ),
      )
    return allocateLots(
      new Map(),
      { feeds: fed, emptyings: [], draws },
      {
        dosingByOrder: new Map(this.orders.map(({ id }) => [id, { recipe: [], feeds: [], orderedKg: null }])),
        getKind: () => 'main',
      },
    ).allocationById
  }
  /** Metrics of the order's rolls, each calculated by its rule. */
  figuresOf(orderId: string): OrderRollMetrics[] {
    const jumbosOfOrder = this.jumbos.filter((roll) => roll.orderId === orderId)
    return [
      ...jumbosOfOrder.map((roll) => calculateJumboMetrics(roll)),
      ...this.slit
        .filter((roll) => roll.orderId === orderId)
        .map((roll) =>
          calculateSlitRollMetrics({
            ...roll,
            lengthM: roll.toM - roll.fromM,
            grade: determineGrade(roll.downgrades, roll.toM - roll.fromM),
          }),
        ),
      ...this.cuttings
        .filter(({ jumboId }) => jumbosOfOrder.some(({ id }) => id === jumboId))
        .map((cutting) => calculateCuttingMetrics(cutting)),
    ]
  }
}
