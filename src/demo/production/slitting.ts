/** Slitting: jumbos are slit in the order of doffing, on the first free slitter. */
import { DAY_MS, HOUR_MS, MINUTE_MS, toMoment } from '@/plant/rules/plant-time'
import type { cutting, rollPackage, slitRoll, slitSet } from '@/areas/rolls/contract/slitting'
import { formatSlittingPattern, calculateLanePlaces, sumLaneWidths } from '@/areas/orders/rules/slitting-pattern'
import { getSetSpans } from '@/areas/rolls/rules/defect-map'
import { getInheritedDefects } from '@/areas/rolls/rules/slit-set'
import { calculateWebKg } from '@/areas/orders/rules/web-dimensions'
import { calculateCutKg, calculateExpectedTrimKg, calculateJumboBalance } from '@/areas/rolls/rules/mass-balance'
import { determineGrade, calculateSlitRollMetrics } from '@/areas/rolls/rules/order-roll-metrics'
import { buildSlitNumber } from '@/areas/rolls/rules/roll-number'
import { buildStamps, type RowDraft } from '../draft'
import type { PlantLine } from '../lines'
import { roundDecimals } from '../random'
import { getWidthTolerance, calculateWidthShare } from './width-mix'
import type { PackingStation } from './packing-station'
import type { ShopFloor, JumboDraft, ProductionOrder } from './orders'
import { getJumboLanes, type OwnedLane } from './shared-jumbos'
import { toTexts } from '../bilingual-text'

export interface CutResult {
  readonly cutting: RowDraft<typeof cutting>
  readonly sets: RowDraft<typeof slitSet>[]
  readonly rolls: RowDraft<typeof slitRoll>[]
}
export type PackageDraft = RowDraft<typeof rollPackage>
/** A jumbo on a slitter: lanes, duration of a set (`each`, ms), length of a set (`setM`, m), number of sets made. */
interface CuttingRun {
  readonly order: ProductionOrder
  readonly jumbo: JumboDraft
  readonly lanes: readonly OwnedLane[]
  readonly slitter: PlantLine
  readonly startsAt: number
  readonly each: number
  readonly setM: number
  readonly sets: number
  readonly whole: boolean
  readonly partly: boolean
}

/** Usual slitting speed, m/min, and the time per set for knives, threading and unloading. */
const SLITTING_M_PER_MIN = 480
const SET_HANDLING_MS = 9 * MINUTE_MS
const BALANCE_TOLERANCE_PERCENT = 2
/** Waiting time of a jumbo in the hall before slitting. */
const hallWaitMs = { low: 3 * HOUR_MS, high: 15 * HOUR_MS }

/** Slits jumbos on the slitters of a place in the course of the history. */
export class SlitterHall {
  private readonly freeAt = new Map<string, number>()
  constructor(
    private readonly floor: ShopFloor,
    private readonly slitters: readonly PlantLine[],
    private readonly packing: PackingStation,
  ) {}

  /** End of the history, ms since 1970. */
  get now(): number {
    return this.floor.era.now
  }
  /** Slits a jumbo; null if its turn has not come yet. Must be called in the order of doffing. */
  cut(order: ProductionOrder, jumbo: JumboDraft): CutResult | null {
    const { dice, era } = this.floor
    if (!jumbo.doffedAt || !jumbo.number) return null
    const doffedMs = Date.parse(jumbo.doffedAt)
    const slitter = this.slitters.reduce((best, one) =>
      (this.freeAt.get(one.id) ?? 0) < (this.freeAt.get(best.id) ?? 0) ? one : best,
    )
    const startsAt = Math.max(
      this.freeAt.get(slitter.id) ?? 0,
      doffedMs + dice.between(hallWaitMs.low, hallWaitMs.high),
    )
    if (startsAt > era.now - 2 * MINUTE_MS) return null
    const setM = order.row.rollLengthM ?? 0
    const each = (setM / SLITTING_M_PER_MIN) * MINUTE_MS + SET_HANDLING_MS
    this.freeAt.set(slitter.id, startsAt + each * order.sets + 4 * MINUTE_MS)
    // In the last 15 days some second-choice jumbos were taken off before their end, which leaves a remnant.
    const partly =
      jumbo.grade === 'downgraded' && order.sets > 1 && doffedMs > era.now - 15 * DAY_MS && dice.chance(0.7)
    const plannedSets = partly ? order.sets - 1 : order.sets
    const doneSets = Math.min(plannedSets, Math.floor((era.now - startsAt) / each))
    const lanes = getJumboLanes(order, jumbo)
    const run = {
      order,
      jumbo,
      lanes,
      slitter,
      startsAt,
      each,
      setM,
      sets: doneSets,
      whole: doneSets === plannedSets,
      partly,
    }
    return this.recordCut(run)
  }

  private recordCut(run: CuttingRun): CutResult {
    const { jumbo, slitter } = run
    const { dice, era, staff } = this.floor
    const { startsAt, each, setM } = run
    const operatorId = dice.pick(staff.listOnShift('slit', startsAt)).id
    const id = dice.id(startsAt)
    const lanes = run.lanes.map(({ width, count, order: { row } }) => ({ width, count, workOrderId: row.id }))
    const spans = getSetSpans(
      jumbo.lengthM ?? 0,
      Array.from({ length: run.sets }, () => setM),
    )
    const cut: CutResult = {
      sets: [],
      rolls: [],
      cutting: {
        id,
        jumboRollId: jumbo.id,
        slitterId: slitter.id,
        state: run.whole ? 'finished' : 'open',
        lanes,
        slittingPattern: formatSlittingPattern(lanes),
        lengthM: setM,
        startedAt: toMoment(startsAt),
        ...buildShiftFields(this.floor, startsAt, operatorId),
        sets: run.sets,
        ...buildStamps(startsAt, operatorId),
      },
    }
    for (const span of spans) this.doffSet(run, cut, span, startsAt + span.set * each)
    const endsAt = startsAt + each * run.sets
    const slitKg = cut.rolls.reduce((sum, { kg }) => sum + (kg ?? 0), 0)
    cut.cutting.slitKg = roundDecimals(slitKg, 3)
    const isRemnant = run.whole && run.partly
    jumbo.state = isRemnant ? 'remnant' : run.whole ? 'cut' : 'slitting'
    jumbo.leftM = run.whole && !isRemnant ? 0 : roundDecimals((jumbo.lengthM ?? 0) - setM * run.sets, 1)
    if (isRemnant) cut.cutting.remnantM = jumbo.leftM
    jumbo.version = 3
    jumbo.updatedAt = toMoment(Math.min(era.now, endsAt))
    if (run.whole) this.balance(run, cut, endsAt)
    return cut
  }
  /** Weighs trim and waste, and balances them and the slit rolls against the jumbo's mass. */
  private balance(run: CuttingRun, { cutting: row, sets, rolls }: CutResult, endsAt: number): void {
    const { dice } = this.floor
    const { order, jumbo, lanes } = run
    const slitM = run.setM * run.sets
    const lengthM = roundDecimals((jumbo.lengthM ?? 0) - (row.remnantM ?? 0), 1)
    const spans = sets.map(({ fromM = 0, toM = 0 }) => ({ fromM, toM }))
    const net = calculateCutKg(
      jumbo.netKg ?? 0,
      jumbo.lengthM ?? null,
      { leftM: (jumbo.lengthM ?? 0) - slitM, sets: spans },
      row.remnantM ?? 0,
    )
    const trimKg = roundDecimals(
      calculateExpectedTrimKg(net, jumbo.widthMm ?? 0, sumLaneWidths(lanes), slitM, lengthM) * dice.normal(1, 0.01),
      1,
    )
    const wasteKg = roundDecimals(((net * (lengthM - slitM)) / lengthM) * dice.normal(1, 0.03), 1)
    const balance = calculateJumboBalance(
      net,
      rolls.map(({ kg }) => kg ?? 0),
      trimKg,
      wasteKg,
      BALANCE_TOLERANCE_PERCENT,
    )
    Object.assign(row, {
      endedAt: toMoment(endsAt),
      trimKg,
      wasteKg,
      gapKg: balance.gapKg,
      gapPercent: balance.gapPercent === null ? null : roundDecimals(balance.gapPercent, 2),
      gapReason: balance.closes
        ? null
        : this.floor.era.localize(toTexts('边料称重遗漏，已核实', 'Edge trim not weighed, verified')),
      updatedAt: toMoment(endsAt),
      version: 2,
    })
    order.wasteKg += wasteKg
  }
  /** Grades a roll: second choice if the jumbo is, else by its defects as long as the order can spare the roll. */
  private gradeRoll(
    order: ProductionOrder,
    jumbo: JumboDraft,
    { lengthM, width }: { lengthM: number; width: number },
    defects: NonNullable<JumboDraft['defects']>,
  ) {
    if (jumbo.grade === 'downgraded')
      return {
        grade: 'downgraded' as const,
        downgrades: [{ ...jumbo.downgrades![0]!, fromM: 0, toM: lengthM }],
      }
    const roll = gradeByDefects(this.floor, lengthM, canSpare(order, width) ? defects : [])
    if (roll.grade !== 'good') order.downgradedRolls.set(width, (order.downgradedRolls.get(width) ?? 0) + 1)
    return roll
  }
  private doffSet(
    run: CuttingRun,
    cut: CutResult,
    span: { set: number; fromM: number; toM: number },
    at: number,
  ): void {
    const { dice, staff } = this.floor
    const { jumbo, lanes, slitter } = run
    const operatorId = dice.pick(staff.listOnShift('slit', at)).id
    const shiftFields = buildShiftFields(this.floor, at, operatorId)
    const stamped = buildStamps(at, operatorId)
    const lengthM = roundDecimals(span.toM - span.fromM, 1)
    const set: RowDraft<typeof slitSet> = {
      id: dice.id(at),
      cuttingId: cut.cutting.id,
      jumboRollId: jumbo.id,
      slitterId: slitter.id,
      setNumber: span.set,
      state: 'made',
      lanes: cut.cutting.lanes ?? [],
      fromM: span.fromM,
      toM: span.toM,
      doffedAt: stamped.createdAt,
      ...shiftFields,
      ...stamped,
    }
    const factor = (jumbo.netKg ?? 0) / (jumbo.expectedKg || 1)
    let setKg = 0
    const places = calculateLanePlaces(lanes, jumbo.widthMm ?? 0)
    const owners = lanes.flatMap(({ count, order }) => Array.from({ length: count }, () => order))
    for (const [i, place] of places.entries()) {
      const order = owners[i] ?? run.order
      const expectedKg = roundDecimals(calculateWebKg(order.product.gsm, place.width, lengthM), 3)
      const kg = roundDecimals(expectedKg * factor * dice.normal(1, 0.0025), 2)
      const defects = jumbo.defects?.length
        ? getInheritedDefects(
            jumbo.defects.map((d) => ({ ...d, fromMm: d.fromMm ?? null, toMm: d.toMm ?? null })),
            { fromM: span.fromM, toM: span.toM, fromMm: Math.round(place.from), widthMm: place.width },
          )
        : []
      const row: RowDraft<typeof slitRoll> = {
        id: dice.id(at),
        number: buildSlitNumber(jumbo.number ?? '', span.set, place.lane),
        state: 'made',
        jumboRollId: jumbo.id,
        slitSetId: set.id,
        slitterId: slitter.id,
        workOrderId: order.row.id,
        productId: order.product.id,
        lane: place.lane,
        widthMm: place.width,
        fromMm: Math.round(place.from),
        fromM: span.fromM,
        toM: span.toM,
        lengthM,
        doffedAt: stamped.createdAt,
        ...shiftFields,
        expectedKg,
        kg,
        ...this.gradeRoll(order, jumbo, { lengthM, width: place.width }, defects),
        defects: defects.map((d) => ({ ...d, images: [], note: null })),
        labels: 1,
        ...stamped,
      }
      const metrics = calculateSlitRollMetrics({
        state: 'made',
        kg,
        expectedKg,
        lengthM,
        grade: row.grade ?? 'good',
        downgrades: row.downgrades ?? [],
      })
      order.goodKg += metrics.goodKg
      order.downgradedKg += metrics.downgradedKg
      order.wasteKg += metrics.wasteKg
      order.goodRolls += metrics.goodRolls
      if (row.grade === 'good') this.packing.add(order, row, at)
      else this.packing.addSecondChoice(order, row, at)
      setKg += kg
      cut.rolls.push(row)
    }
    cut.sets.push({ ...set, rolls: places.length, kg: roundDecimals(setKg, 3) })
  }
}

/** True if an order still gets enough rolls, in total and of this width, when one more is downgraded. */
function canSpare({ row, lanes, planned, downgradedRolls }: ProductionOrder, width: number): boolean {
  const ordered = row.orderedRolls ?? 0
  const downgradedCount = [...downgradedRolls.values()].reduce((sum, n) => sum + n, 1)
  if (planned.rolls - downgradedCount < ordered * 0.985) return false
  const orderedOfWidth = ordered * calculateWidthShare(lanes, width)
  return (
    (planned.widths.get(width) ?? 0) - (downgradedRolls.get(width) ?? 0) - 1 >=
    orderedOfWidth - getWidthTolerance(orderedOfWidth)
  )
}
const buildShiftFields = ({ era }: ShopFloor, at: number, by: string) => {
  const { businessDate, shift, team } = era.getShift(at)
  return { businessDate, shift, team, userId: by }
}
/** Grades a roll by its defects: a defect downgrades the metres around it, a long one the whole roll. */
function gradeByDefects(
  { dice }: ShopFloor,
  lengthM: number,
  defects: NonNullable<JumboDraft['defects']>,
): Pick<RowDraft<typeof slitRoll>, 'grade' | 'downgrades'> {
  const countedDefects = defects.filter(() => dice.chance(0.55))
  const worst = countedDefects[0]
  if (!worst) return { grade: 'good', downgrades: [] }
  const metres = Math.min(lengthM, Math.max(20, worst.toM - worst.fromM))
  const isWholeRoll = metres > lengthM / 4 || dice.chance(0.3)
  const grade = dice.chance(0.08) ? ('waste' as const) : ('downgraded' as const)
  const fromM = isWholeRoll ? 0 : roundDecimals(dice.between(0, lengthM - metres), 1)
  const downgrades = [
    { fromM, toM: isWholeRoll ? lengthM : roundDecimals(fromM + metres, 1), grade, defect: worst.kind, reason: null },
  ]
  return { grade: determineGrade(downgrades, lengthM), downgrades }
}
