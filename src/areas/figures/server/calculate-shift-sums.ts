/** Calculates the sums of shifts from source rows; a pure function without database access. */
import { isWebLineKind } from '@/plant/rules/line'
import { toMillis, toMoment, type Day, type Moment } from '@/plant/rules/plant-time'
import type { PlantCalendar } from '@/plant/rules/shift'
import { clipIntervals, calculateCoveredLength } from '@/plant/rules/intervals'
import { calculateDueEnd, calculateLateness } from '@/areas/orders/rules/order-progress'
import { calculateMttr, calculateWaitingHours, type RepairSource } from '@/areas/maintenance/rules/indicators'
import { clipPeriodsSince, sumStops, type AnalysedStop } from '@/areas/reports/rules/stop-analysis'
import { addShiftSums, type ShiftSums } from '../rules/shift-sums'
import type { MetricSources } from './metric-sources'

/** Shift, line and order to which a sum belongs. */
export interface SumKey {
  readonly businessDate: Day
  readonly shift: string
  readonly team: string | null
  readonly lineId: string | null
  readonly workOrderId: string | null
}
export interface SumRow extends SumKey {
  readonly productId: string | null
  readonly customerId: string | null
  readonly sums: ShiftSums
}
type SourceShift = MetricSources['shifts'][number]
const MINUTE_MS = 60_000
/** Formats a key as text for use in maps. */
export const formatSumKey = (sumKey: SumKey): string =>
  [sumKey.businessDate, sumKey.shift, sumKey.team ?? '', sumKey.lineId ?? '', sumKey.workOrderId ?? ''].join('/')

/**
 * Calculates the sums of shifts by line and order.
 * @param today current business date; unfinished orders due today or later are not counted yet
 */
export function calculateShiftSums(
  sources: MetricSources,
  { today, calendar }: { readonly today: Day; readonly calendar: PlantCalendar },
): SumRow[] {
  const rowByKey = new Map<string, { key: SumKey; productId: string | null; parts: Partial<ShiftSums>[] }>()
  const shiftByKey = new Map(
    sources.shifts.map((sourceShift) => [`${sourceShift.businessDate}/${sourceShift.shift}`, sourceShift]),
  )
  const addSums: SumAdder = (key, sums) => {
    const { productId = null, ...shiftKey } = key
    const team = key.team === undefined ? (shiftByKey.get(`${key.businessDate}/${key.shift}`)?.team ?? null) : key.team
    const sumKey: SumKey = { ...shiftKey, team }
    const keyText = formatSumKey(sumKey)
    const row = rowByKey.get(keyText)
    if (row) row.parts.push(sums)
    else rowByKey.set(keyText, { key: sumKey, productId, parts: [sums] })
  }
  const findShiftAt = (moment: Moment | number | null): SourceShift | undefined => {
    if (moment === null) return undefined
    const ms = typeof moment === 'number' ? moment : toMillis(moment)
    return sources.shifts.find(
      (sourceShift) => toMillis(sourceShift.startsAt) <= ms && ms < toMillis(sourceShift.endsAt),
    )
  }
  addOutputSums(sources, addSums)
  addTimeSums(sources, addSums)
  addRepairSums(sources, addSums, findShiftAt)
  for (const { lineId, endedAt, trimKg, wasteKg, workOrderId, productId } of sources.cuttings) {
    const sourceShift = findShiftAt(endedAt)
    if (sourceShift)
      addSums({ ...getShiftKey(sourceShift), lineId, workOrderId, productId }, { trimKg, cutWasteKg: wasteKg })
  }
  for (const { lineId, businessDate, shift, people } of sources.signedShifts) {
    const sourceShift = shiftByKey.get(`${businessDate}/${shift}`)
    const hours = sourceShift ? (toMillis(sourceShift.endsAt) - toMillis(sourceShift.startsAt)) / (60 * MINUTE_MS) : 0
    addSums({ businessDate, shift, lineId, workOrderId: null }, { labourHours: people * hours })
  }
  for (const { id, dueOn, finishedAt, lineId, productId } of sources.dueOrders) {
    if (dueOn >= today && finishedAt === null) continue
    // A due date belongs to no shift, so the order counts in the first one.
    const firstShift = sources.shifts.find(({ businessDate }) => businessDate === dueOn)
    if (!firstShift) continue
    const isOnTime =
      finishedAt !== null && calculateLateness(toMillis(finishedAt), calculateDueEnd(dueOn, calendar)) === 0
    addSums(
      { ...getShiftKey(firstShift), lineId, workOrderId: id, productId },
      { ordersDue: 1, ordersOnTime: isOnTime ? 1 : 0 },
    )
  }
  return [...rowByKey.values()].map(({ key, productId, parts }) => {
    const order = key.workOrderId ? sources.orders.get(key.workOrderId) : undefined
    return {
      ...key,
      productId: productId ?? order?.productId ?? null,
      customerId: order?.customerId ?? null,
      sums: addShiftSums(parts),
    }
  })
}
/** Adds sums to a key. Without `team`, the team of the shift is used. */
type SumAdder = (
  key: Omit<SumKey, 'team'> & { team?: string | null; productId?: string | null },
  sums: Partial<ShiftSums>,
) => void
const getShiftKey = ({ businessDate, shift }: SourceShift) => ({ businessDate, shift })

function addOutputSums(
  { woundSums, slitSums, fedSums, energyUse, checkCounts, costs, orders }: MetricSources,
  addSums: SumAdder,
): void {
  const buildLineShiftKey = (lineId: string | null, { businessDate, shift }: { businessDate: Day; shift: string }) =>
    `${businessDate}/${shift}/${lineId ?? ''}`
  const meteredLineShifts = new Set(
    energyUse.flatMap((row) => (row.medium === 'electricity' ? buildLineShiftKey(row.lineId, row) : [])),
  )
  for (const row of woundSums) {
    const { rolls, kg, metres, goodKg, downgradedKg, wasteKg, firstGradeKg: firstKg, ...key } = row
    const cost = row.workOrderId ? costs.get(row.workOrderId) : undefined
    const orderJumboKg = row.workOrderId ? (orders.get(row.workOrderId)?.jumboKg ?? 0) : 0
    const shareOfOrder = orderJumboKg > 0 ? kg / orderJumboKg : 0
    addSums(key, {
      jumboRolls: rolls,
      woundKg: kg,
      woundM: metres,
      woundGoodKg: goodKg,
      woundDowngradedKg: downgradedKg,
      woundWasteKg: wasteKg,
      woundFirstKg: firstKg,
      meteredKg:
        meteredLineShifts.has(buildLineShiftKey(key.lineId, key)) || meteredLineShifts.has(buildLineShiftKey(null, key))
          ? kg
          : 0,
      ...(cost ? { cost: cost.total * shareOfOrder, costedKg: (cost.madeKg ?? 0) * shareOfOrder } : {}),
    })
  }
  for (const { rolls, kg, metres: _metres, goodKg, downgradedKg, wasteKg, firstGradeKg: firstKg, ...key } of slitSums)
    addSums(key, {
      slitRolls: rolls,
      slitKg: kg,
      slitGoodKg: goodKg,
      slitDowngradedKg: downgradedKg,
      slitWasteKg: wasteKg,
      slitFirstKg: firstKg,
    })
  for (const { fedKg, pelletsKg, recycledKg, startUpWasteKg, ...key } of fedSums)
    addSums(key, { fedKg, pelletsKg, recycledKg, startUpWasteKg })
  for (const { medium, used, cost, ...key } of energyUse) {
    const sumName = sumNameByMedium[medium]
    addSums(key, { energyCost: cost, ...(sumName ? { [sumName]: used } : {}) })
  }
  for (const { rolls, passed, ...key } of checkCounts)
    addSums(key, { rollsFirstChecked: rolls, rollsFirstPassed: passed })
}
const sumNameByMedium: Readonly<
  Partial<Record<MetricSources['energyUse'][number]['medium'], 'kwh' | 'gas' | 'water'>>
> = {
  electricity: 'kwh',
  gas: 'gas',
  water: 'water',
}

/** Adds the times of lines by shift. Slitters count only for MTBF, because they mostly wait for rolls. */
function addTimeSums(sources: MetricSources, addSums: SumAdder): void {
  for (const { id: lineId, kind, countedSinceMs } of sources.lines) {
    if (countedSinceMs === null) continue
    const stops = sources.stops.filter((stop) => stop.lineId === lineId)
    const analysedStops: AnalysedStop[] = stops.map((stop) => ({
      lineId,
      startsAt: toMillis(stop.startsAt),
      endsAt: stop.endsAt === null ? null : toMillis(stop.endsAt),
      reason: stop.reasonId,
      class: stop.class,
    }))
    const stopsOutsideBusyTime = analysedStops.filter((_, i) => stops[i]!.outsideBusyTime === true)
    for (const sourceShift of sources.shifts) {
      const key = { ...getShiftKey(sourceShift), lineId, workOrderId: null }
      const [period] = clipPeriodsSince(
        [{ from: toMillis(sourceShift.startsAt), to: sourceShift.until }],
        countedSinceMs,
      )
      if (!period) continue
      const stopSums = sumStops(analysedStops, [period])
      addSums(key, { operatingMinutes: (stopSums.periodMs - stopSums.standingMs) / MINUTE_MS })
      if (!isWebLineKind(kind)) continue
      addSums(key, {
        calendarMinutes: stopSums.periodMs / MINUTE_MS,
        outsideMinutes: sumStops(stopsOutsideBusyTime, [period]).standingMs / MINUTE_MS,
        standingMinutes: stopSums.standingMs / MINUTE_MS,
        plannedMinutes: stopSums.plannedMs / MINUTE_MS,
        unplannedMinutes: stopSums.unplannedMs / MINUTE_MS,
        unknownMinutes: stopSums.unknownMs / MINUTE_MS,
        stops: stopSums.stopCount,
        unplannedStops: stopSums.unplannedCount,
        endedStops: stopSums.endedUnplannedCount,
        restoreMinutes: stopSums.restoreMs / MINUTE_MS,
      })
      addIdealMetres(sources, addSums, { sourceShift, lineId, stops: analysedStops, period })
    }
  }
}
/** Adds the metres at ideal speed of each order that ran in a shift, without pauses and stops. */
function addIdealMetres(
  sources: MetricSources,
  addSums: SumAdder,
  context: {
    sourceShift: SourceShift
    lineId: string
    stops: readonly AnalysedStop[]
    period: { from: number; to: number }
  },
): void {
  for (const run of sources.runs) {
    if (run.lineId !== context.lineId) continue
    const order = sources.orders.get(run.id)
    const speed = order?.processStandardId ? sources.idealSpeeds.get(order.processStandardId) : null
    if (!speed) continue
    const [runInterval] = clipIntervals(
      [{ from: toMillis(run.startedAt!), to: run.finishedAt ? toMillis(run.finishedAt) : context.period.to }],
      context.period,
    )
    if (!runInterval) continue
    const pauseIntervals = run.pauses.map(({ from, to }) => ({
      from: toMillis(from),
      to: to ? toMillis(to) : runInterval.to,
    }))
    const stopIntervals = context.stops.map(({ startsAt, endsAt }) => ({
      from: startsAt,
      to: endsAt ?? runInterval.to,
    }))
    const runMinutes =
      (runInterval.to -
        runInterval.from -
        calculateCoveredLength(clipIntervals([...pauseIntervals, ...stopIntervals], runInterval))) /
      MINUTE_MS
    addSums(
      { ...getShiftKey(context.sourceShift), lineId: context.lineId, workOrderId: run.id },
      { idealM: runMinutes * speed },
    )
  }
}
function addRepairSums(
  sources: MetricSources,
  addSums: SumAdder,
  findShiftAt: (moment: Moment | number | null) => SourceShift | undefined,
): void {
  for (const repair of sources.repairs) {
    if (!repair.breakdown) continue
    // MTBF counts failures as operating time: only of lines, and not before the counted time of the line begins.
    const failedLine = sources.lines.find(({ id }) => id === repair.lineId)
    const countedSinceMs = failedLine?.countedSinceMs ?? Infinity
    const failureShift = toMillis(repair.failedAt) >= countedSinceMs ? findShiftAt(repair.failedAt) : undefined
    if (failureShift)
      addSums({ ...getShiftKey(failureShift), lineId: repair.lineId, workOrderId: null }, { breakdowns: 1 })
    const repairShift = findShiftAt(repair.repairEndAt)
    if (!repairShift) continue
    const singleRepair: readonly RepairSource[] = [repair]
    const period = { from: repairShift.startsAt, to: toMoment(toMillis(repairShift.endsAt)) }
    const repairTime = calculateMttr(singleRepair, period)
    if (repairTime.count === 0) continue
    const waitedMinutes = calculateWaitingHours(singleRepair, period) * 60
    addSums(
      { ...getShiftKey(repairShift), lineId: repair.lineId, workOrderId: null },
      { breakdownsRepaired: 1, repairMinutes: repairTime.hours * 60 + waitedMinutes, waitingMinutes: waitedMinutes },
    )
  }
}
