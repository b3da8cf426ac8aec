/** Slitting: jumbos are slit in the order of doffing, on the first free slitter. */
import { DAY_MS, HOUR_MS, MINUTE_MS, toMoment } from '@/plant/rules/plant-time'
import type { cutting, slitRoll, slitSet } from '@/areas/slitting/contract/slitting'
import type { rollPackage } from '@/areas/packing/contract/package'
import {
  formatSlittingPattern,
  calculateLanePositions,
  sumLaneWidths,
  calculateWebKg,
} from '@/areas/orders/rules/slitting-pattern'
import { getSetSpans } from '@/areas/rolls/rules/defect-map'
import { getInheritedDefects } from '@/areas/slitting/rules/slit-set'
import { calculateCutKg, calculateExpectedTrimKg, calculateJumboBalance } from '@/areas/slitting/rules/mass-balance'
import { determineGrade, calculateSlitRollMetrics } from '@/areas/rolls/rules/order-roll-metrics'
import { buildSlitNumber } from '@/areas/rolls/rules/roll-number'
import { buildAuditFields, type RowDraft } from '../draft'
import type { PlantLine } from '../lines'
import { roundDecimals } from '../random'
import { getWidthTolerance, calculateWidthShare } from './width-mix'
import type { PackingStation } from './packing-station'
import type { ShopFloor, JumboDraft, ProductionOrder } from './orders'
import { getJumboLanes, type OwnedLane } from './shared-jumbos'
import { toBilingualText } from '../bilingual-text'

export interface CutResult {
  readonly cutting: RowDraft<typeof cutting>
  readonly sets: RowDraft<typeof slitSet>[]
  readonly rolls: RowDraft<typeof slitRoll>[]
}
export type PackageDraft = RowDraft<typeof rollPackage>
/** A jumbo on a slitter. */
interface CuttingRun {
  readonly order: ProductionOrder
  readonly jumbo: JumboDraft
  readonly lanes: readonly OwnedLane[]
  readonly slitter: PlantLine
  readonly startMs: number
  readonly setDurationMs: number
  readonly setLengthM: number
  /** Sets doffed so far. */
  readonly setCount: number
  readonly isComplete: boolean
  readonly leavesRemnant: boolean
}

/** Usual slitting speed, m/min, and the time per set for knives, threading and unloading. */
const SLITTING_M_PER_MIN = 480
const SET_HANDLING_MS = 9 * MINUTE_MS
const BALANCE_TOLERANCE_PERCENT = 2
/** Waiting time of a jumbo in the hall before slitting. */
const hallWaitRangeMs = { low: 3 * HOUR_MS, high: 15 * HOUR_MS }

/** Slits jumbos on the slitters of a place in the course of the history. */
export class SlitterHall {
  private readonly freeAtMsBySlitter = new Map<string, number>()
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
  slitJumbo(order: ProductionOrder, jumbo: JumboDraft): CutResult | null {
    const { dice, era } = this.floor
    if (!jumbo.doffedAt || !jumbo.number) return null
    const doffedMs = Date.parse(jumbo.doffedAt)
    const slitter = this.slitters.reduce((firstFree, candidate) =>
      (this.freeAtMsBySlitter.get(candidate.id) ?? 0) < (this.freeAtMsBySlitter.get(firstFree.id) ?? 0)
        ? candidate
        : firstFree,
    )
    const startMs = Math.max(
      this.freeAtMsBySlitter.get(slitter.id) ?? 0,
      doffedMs + dice.between(hallWaitRangeMs.low, hallWaitRangeMs.high),
    )
    if (startMs > era.now - 2 * MINUTE_MS) return null
    const setLengthM = order.row.rollLengthM ?? 0
    const setDurationMs = (setLengthM / SLITTING_M_PER_MIN) * MINUTE_MS + SET_HANDLING_MS
    this.freeAtMsBySlitter.set(slitter.id, startMs + setDurationMs * order.setsPerJumbo + 4 * MINUTE_MS)
    // In the last 15 days some second-choice jumbos were taken off before their end, which leaves a remnant.
    const leavesRemnant =
      jumbo.grade === 'downgraded' && order.setsPerJumbo > 1 && doffedMs > era.now - 15 * DAY_MS && dice.chance(0.7)
    const plannedSets = leavesRemnant ? order.setsPerJumbo - 1 : order.setsPerJumbo
    const doneSets = Math.min(plannedSets, Math.floor((era.now - startMs) / setDurationMs))
    const lanes = getJumboLanes(order, jumbo)
    return this.recordCutting({
      order,
      jumbo,
      lanes,
      slitter,
      startMs,
      setDurationMs,
      setLengthM,
      setCount: doneSets,
      isComplete: doneSets === plannedSets,
      leavesRemnant,
    })
  }

  private recordCutting(run: CuttingRun): CutResult {
    const { jumbo, slitter } = run
    const { dice, era, staff } = this.floor
    const { startMs, setDurationMs, setLengthM } = run
    const operatorId = dice.pick(staff.listOnShift('slit', startMs)).id
    const id = dice.id(startMs)
    const lanes = run.lanes.map(({ width, count, order: { row } }) => ({ width, count, workOrderId: row.id }))
    const spans = getSetSpans(
      jumbo.lengthM ?? 0,
      Array.from({ length: run.setCount }, () => setLengthM),
    )
    const result: CutResult = {
      sets: [],
      rolls: [],
      cutting: {
        id,
        jumboRollId: jumbo.id,
        slitterId: slitter.id,
        state: run.isComplete ? 'finished' : 'open',
        lanes,
        slittingPattern: formatSlittingPattern(lanes),
        lengthM: setLengthM,
        startedAt: toMoment(startMs),
        ...buildShiftFields(this.floor, startMs, operatorId),
        sets: run.setCount,
        ...buildAuditFields(startMs, operatorId),
      },
    }
    for (const span of spans) this.doffSet(run, result, span, startMs + span.set * setDurationMs)
    const endMs = startMs + setDurationMs * run.setCount
    const slitKg = result.rolls.reduce((sum, { kg }) => sum + (kg ?? 0), 0)
    result.cutting.slitKg = roundDecimals(slitKg, 3)
    const isRemnant = run.isComplete && run.leavesRemnant
    jumbo.state = isRemnant ? 'remnant' : run.isComplete ? 'cut' : 'slitting'
    jumbo.leftM = run.isComplete && !isRemnant ? 0 : roundDecimals((jumbo.lengthM ?? 0) - setLengthM * run.setCount, 1)
    if (isRemnant) result.cutting.remnantM = jumbo.leftM
    jumbo.version = 3
    jumbo.updatedAt = toMoment(Math.min(era.now, endMs))
    if (run.isComplete) this.recordMassBalance(run, result, endMs)
    return result
  }
  /** Weighs trim and waste, and balances them and the slit rolls against the jumbo's mass. */
  private recordMassBalance(run: CuttingRun, { cutting: row, sets, rolls }: CutResult, endMs: number): void {
    const { dice } = this.floor
    const { order, jumbo, lanes } = run
    const slitM = run.setLengthM * run.setCount
    const lengthM = roundDecimals((jumbo.lengthM ?? 0) - (row.remnantM ?? 0), 1)
    const spans = sets.map(({ fromM = 0, toM = 0 }) => ({ fromM, toM }))
    const slitJumboKg = calculateCutKg(
      jumbo.netKg ?? 0,
      jumbo.lengthM ?? null,
      { leftM: (jumbo.lengthM ?? 0) - slitM, sets: spans },
      row.remnantM ?? 0,
    )
    const trimKg = roundDecimals(
      calculateExpectedTrimKg(slitJumboKg, jumbo.widthMm ?? 0, sumLaneWidths(lanes), slitM, lengthM) *
        dice.normal(1, 0.01),
      1,
    )
    const wasteKg = roundDecimals(((slitJumboKg * (lengthM - slitM)) / lengthM) * dice.normal(1, 0.03), 1)
    const balance = calculateJumboBalance(
      slitJumboKg,
      rolls.map(({ kg }) => kg ?? 0),
      trimKg,
      wasteKg,
      BALANCE_TOLERANCE_PERCENT,
    )
    Object.assign(row, {
      endedAt: toMoment(endMs),
      trimKg,
      wasteKg,
      gapKg: balance.gapKg,
      gapPercent: balance.gapPercent === null ? null : roundDecimals(balance.gapPercent, 2),
      gapReason: balance.isWithinTolerance
        ? null
        : this.floor.era.localize(toBilingualText('边料称重遗漏，已核实', 'Edge trim not weighed, verified')),
      updatedAt: toMoment(endMs),
      version: 2,
    })
    order.wasteKg += wasteKg
  }
  /**
   * Grades a roll. It is second choice if the jumbo is second choice. Otherwise its defects decide the grade, but only
   * while the order can spare the roll.
   */
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
    const roll = gradeByDefects(this.floor, lengthM, canSpareRoll(order, width) ? defects : [])
    if (roll.grade !== 'good') order.downgradedRolls.set(width, (order.downgradedRolls.get(width) ?? 0) + 1)
    return roll
  }
  private doffSet(
    run: CuttingRun,
    result: CutResult,
    span: { set: number; fromM: number; toM: number },
    doffedMs: number,
  ): void {
    const { dice, staff } = this.floor
    const { jumbo, lanes, slitter } = run
    const operatorId = dice.pick(staff.listOnShift('slit', doffedMs)).id
    const shiftFields = buildShiftFields(this.floor, doffedMs, operatorId)
    const auditFields = buildAuditFields(doffedMs, operatorId)
    const lengthM = roundDecimals(span.toM - span.fromM, 1)
    const set: RowDraft<typeof slitSet> = {
      id: dice.id(doffedMs),
      cuttingId: result.cutting.id,
      jumboRollId: jumbo.id,
      slitterId: slitter.id,
      setNumber: span.set,
      state: 'made',
      lanes: result.cutting.lanes ?? [],
      fromM: span.fromM,
      toM: span.toM,
      doffedAt: auditFields.createdAt,
      ...shiftFields,
      ...auditFields,
    }
    const measuredToExpectedRatio = (jumbo.netKg ?? 0) / (jumbo.expectedKg || 1)
    let setKg = 0
    const lanePositions = calculateLanePositions(lanes, jumbo.widthMm ?? 0)
    const orderOfEachLane = lanes.flatMap(({ count, order }) => Array.from({ length: count }, () => order))
    for (const [i, lanePosition] of lanePositions.entries()) {
      const order = orderOfEachLane[i] ?? run.order
      const expectedKg = roundDecimals(calculateWebKg(order.product.gsm, lanePosition.width, lengthM), 3)
      const kg = roundDecimals(expectedKg * measuredToExpectedRatio * dice.normal(1, 0.0025), 2)
      const defects = jumbo.defects?.length
        ? getInheritedDefects(
            jumbo.defects.map((defect) => ({ ...defect, fromMm: defect.fromMm ?? null, toMm: defect.toMm ?? null })),
            { fromM: span.fromM, toM: span.toM, fromMm: Math.round(lanePosition.from), widthMm: lanePosition.width },
          )
        : []
      const row: RowDraft<typeof slitRoll> = {
        id: dice.id(doffedMs),
        number: buildSlitNumber(jumbo.number ?? '', span.set, lanePosition.lane),
        state: 'made',
        jumboRollId: jumbo.id,
        slitSetId: set.id,
        slitterId: slitter.id,
        workOrderId: order.row.id,
        productId: order.product.id,
        lane: lanePosition.lane,
        widthMm: lanePosition.width,
        fromMm: Math.round(lanePosition.from),
        fromM: span.fromM,
        toM: span.toM,
        lengthM,
        doffedAt: auditFields.createdAt,
        ...shiftFields,
        expectedKg,
        kg,
        ...this.gradeRoll(order, jumbo, { lengthM, width: lanePosition.width }, defects),
        defects: defects.map((defect) => ({ ...defect, images: [], note: null })),
        labels: 1,
        ...auditFields,
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
      if (row.grade === 'good') this.packing.addFirstChoice(order, row, doffedMs)
      else this.packing.addSecondChoice(order, row, doffedMs)
      setKg += kg
      result.rolls.push(row)
    }
    result.sets.push({ ...set, rolls: lanePositions.length, kg: roundDecimals(setKg, 3) })
  }
}

/** True if an order still gets enough rolls, in total and of this width, when one more is downgraded. */
function canSpareRoll({ row, lanes, plannedYield, downgradedRolls }: ProductionOrder, width: number): boolean {
  const orderedRolls = row.orderedRolls ?? 0
  // Includes the roll in question.
  const downgradedCount = 1 + [...downgradedRolls.values()].reduce((sum, n) => sum + n, 0)
  if (plannedYield.rolls - downgradedCount < orderedRolls * 0.985) return false
  const orderedOfWidth = orderedRolls * calculateWidthShare(lanes, width)
  return (
    (plannedYield.widths.get(width) ?? 0) - (downgradedRolls.get(width) ?? 0) - 1 >=
    orderedOfWidth - getWidthTolerance(orderedOfWidth)
  )
}
const buildShiftFields = ({ era }: ShopFloor, doffedMs: number, userId: string) => {
  const { businessDate, shift, team } = era.getShift(doffedMs)
  return { businessDate, shift, team, userId }
}
/**
 * Grades a roll by one of its defects. The grade is good if no defect counts. The defect downgrades the metres around
 * it. A long defect, and sometimes a short one, downgrades the whole roll.
 */
function gradeByDefects(
  { dice }: ShopFloor,
  lengthM: number,
  defects: NonNullable<JumboDraft['defects']>,
): Pick<RowDraft<typeof slitRoll>, 'grade' | 'downgrades'> {
  const countedDefects = defects.filter(() => dice.chance(0.55))
  const gradedDefect = countedDefects[0]
  if (!gradedDefect) return { grade: 'good', downgrades: [] }
  const downgradedM = Math.min(lengthM, Math.max(20, gradedDefect.toM - gradedDefect.fromM))
  const isWholeRoll = downgradedM > lengthM / 4 || dice.chance(0.3)
  const grade = dice.chance(0.08) ? ('waste' as const) : ('downgraded' as const)
  const fromM = isWholeRoll ? 0 : roundDecimals(dice.between(0, lengthM - downgradedM), 1)
  const downgrades = [
    {
      fromM,
      toM: isWholeRoll ? lengthM : roundDecimals(fromM + downgradedM, 1),
      grade,
      defect: gradedDefect.kind,
      reason: null,
    },
  ]
  return { grade: determineGrade(downgrades, lengthM), downgrades }
}
