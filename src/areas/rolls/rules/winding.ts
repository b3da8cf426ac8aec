/**
 * Calculates wound length and due time of a roll, and checks if a doff is plausible. Times in ms since 1970, speeds in
 * m/min, lengths in m.
 */
import { clipIntervals, calculateCoveredLength } from '@/plant/rules/intervals'
import { toMillis, type Moment } from '@/plant/rules/plant-time'
import { hasOrderBegun, canProduce, type WorkOrderState } from '@/areas/orders/rules/work-order'

const MS_PER_MINUTE = 60_000
/** Weighing tolerance in percent if no approved standard sets one. The value is an assumption. */
export const DEFAULT_TOLERANCE_PERCENT = 10

export interface LineStopSpan {
  readonly startsAt: number
  /** Null while the stop lasts. */
  readonly endsAt: number | null
}
export interface WindingRoll {
  readonly startsAt: number
  readonly speed: number | null
  /** Stops of the line. */
  readonly stops: readonly LineStopSpan[]
}

/**
 * Returns the winding speed in m/min: the speed entered for the roll, else the speed set on the winder, else the usual
 * speed of the line; null if none is known. `isUsual` is true for the usual speed, which gives only an estimated
 * length.
 */
export function getWindingSpeed(
  roll: { readonly speed: number | null },
  run: { readonly speed: number | null } | null,
  line: { readonly idealSpeed: number | null } | null,
): { readonly speed: number | null; readonly isUsual: boolean } {
  const enteredSpeed = roll.speed ?? run?.speed ?? null
  const usualSpeed = line?.idealSpeed ?? null
  return { speed: enteredSpeed ?? usualSpeed, isUsual: enteredSpeed === null && usualSpeed !== null }
}
/** Returns the metres on the winder by now: speed × running time since the roll began; null without a speed. */
export function calculateWoundMetres(roll: WindingRoll, now: number): number | null {
  if (roll.speed === null || roll.speed <= 0) return null
  const runningMs = Math.max(0, now - roll.startsAt) - calculateStoppedMs(roll.stops, roll.startsAt, now)
  return Math.round((Math.max(0, runningMs) / MS_PER_MINUTE) * roll.speed * 10) / 10
}
/** A length above this multiple of the ordered or possible length is an entry error, e.g. a digit too many. */
const ENTRY_ERROR_FACTOR = 3
/**
 * Returns the ordered or possible length, whichever is greater, if `lengthM` is far above it; null if `lengthM` is
 * plausible, or no length was ordered. A shorter length is always possible, as the web may have broken (see
 * `compareToCountedLength`).
 * @param woundM metres the line can have wound in the roll's time
 */
export function findLengthCorrection(lengthM: number, orderedM: number | null, woundM: number | null): number | null {
  const maxLengthM = calculateMaxPlausibleLength(orderedM, woundM)
  return maxLengthM !== null && lengthM > maxLengthM ? maxLengthM / ENTRY_ERROR_FACTOR : null
}
/**
 * Returns `short` or `long` if an entered length is far from the metres counted from speed and running time, e.g. by a
 * missing digit; null otherwise. The length can still be true, so the client asks and does not refuse.
 */
export function compareToCountedLength(lengthM: number, countedM: number | null): 'short' | 'long' | null {
  if (countedM === null) return null
  if (lengthM * ENTRY_ERROR_FACTOR < countedM) return 'short'
  return countedM * ENTRY_ERROR_FACTOR < lengthM ? 'long' : null
}
/**
 * Returns the length to suggest at a doff: the counted metres, or null while they are 0. Without counted metres,
 * returns the length to wind. Metres counted with the usual speed are only an estimate. In this case the length to wind
 * is suggested, or null if it is far from the estimate.
 */
export function suggestLength(
  countedLength: { readonly woundM: number | null; readonly isUsualSpeed: boolean } | null,
  lengthToWindM: number | null,
): number | null {
  const woundM = countedLength?.woundM ?? null
  if (woundM === null) return lengthToWindM
  if (countedLength?.isUsualSpeed)
    return lengthToWindM !== null && compareToCountedLength(lengthToWindM, woundM) === null ? lengthToWindM : null
  return Math.round(woundM) || null
}
/**
 * A length below this share of the target is clearly short. If the target is below this share of a length, the length
 * is clearly long. The value is an assumption.
 */
const NEARLY_WOUND_SHARE = 0.9
/**
 * Returns `short` or `long` if a length is clearly off the target length; null otherwise, or without a target. The
 * client asks and does not refuse.
 */
export function compareToTargetLength(lengthM: number, targetM: number | null): 'short' | 'long' | null {
  if (targetM === null || targetM <= 0) return null
  if (lengthM < targetM * NEARLY_WOUND_SHARE) return 'short'
  return targetM < lengthM * NEARLY_WOUND_SHARE ? 'long' : null
}
/** Returns the greatest plausible length of a roll; null if no length was ordered. */
export const calculateMaxPlausibleLength = (orderedM: number | null, woundM: number | null): number | null =>
  orderedM === null || orderedM <= 0 ? null : Math.max(orderedM, woundM ?? 0) * ENTRY_ERROR_FACTOR
/** Start, end and speed of the winding of a roll. */
export interface WindingPeriod {
  readonly speed: number | null
  readonly startedAt: Moment
  readonly doffedAt: Moment | null
}
/** Returns the most metres that a line can have wound by the doff. Ignores stops, which only make the roll shorter. */
const calculateMaxWoundMetres = ({ speed, startedAt, doffedAt }: WindingPeriod): number | null =>
  calculateWoundMetres({ startsAt: toMillis(startedAt), speed, stops: [] }, toMillis(doffedAt ?? startedAt))
/** Like `findLengthCorrection`, with the metres that the line can have wound between start and doff. */
export const findWoundLengthCorrection = (
  lengthM: number,
  orderedM: number | null,
  period: WindingPeriod,
): number | null => findLengthCorrection(lengthM, orderedM, calculateMaxWoundMetres(period))
/** True if the length is far more than the line can have wound since the roll began. */
export const exceedsWoundLength = (lengthM: number, period: WindingPeriod): boolean =>
  compareToCountedLength(lengthM, calculateMaxWoundMetres(period)) === 'long'
/** Returns the greatest plausible length by now of a roll that is still being wound. */
export const calculateMaxPlausibleLengthNow = (
  orderedM: number | null,
  roll: Omit<WindingPeriod, 'doffedAt'>,
  now: Moment,
): number | null => calculateMaxPlausibleLength(orderedM, calculateMaxWoundMetres({ ...roll, doffedAt: now }))
/**
 * Returns the length to which a roll is to be wound, in m: the length set for the roll, else the winder setting for its
 * order, else the length in the order; null if none is known. A winder setting for another order does not apply.
 */
export function getLengthToWind(
  roll: { readonly lengthM: number | null; readonly workOrderId?: string | null } | null,
  run: { readonly workOrderId: string | null; readonly windingM: number | null } | null,
  order: { readonly id: string; readonly jumboLengthM: number | null } | null,
): number | null {
  // A roll begun before the current order belongs to the previous one.
  const orderId = roll?.workOrderId ?? order?.id ?? null
  const winderSettingM = run && run.workOrderId === orderId ? run.windingM : null
  const orderedLengthM = order && order.id === orderId ? order.jumboLengthM : null
  return roll?.lengthM ?? winderSettingM ?? orderedLengthM
}
/** Returns when a length will be reached; null without a speed or length, and while the line is stopped. */
export function estimateDueAt(roll: WindingRoll, lengthM: number | null, now: number): number | null {
  const metres = calculateWoundMetres(roll, now)
  if (metres === null || lengthM === null || lengthM <= 0 || roll.stops.some((stop) => stop.endsAt === null))
    return null
  return Math.round(now + ((lengthM - metres) / roll.speed!) * MS_PER_MINUTE)
}
/** Returns the time between `from` and `to` that any stop covers. */
const calculateStoppedMs = (stops: readonly LineStopSpan[], from: number, to: number): number =>
  calculateCoveredLength(
    clipIntervals(
      stops.map(({ startsAt, endsAt }) => ({ from: startsAt, to: endsAt ?? to })),
      { from, to },
    ),
  )

export interface LineOrder {
  readonly state: WorkOrderState
  readonly lineId: string | null
  readonly startedAt: number | null
  readonly finishedAt: number | null
}
/**
 * Returns why a roll made on a line at a time cannot belong to an order; null if it can. An offline phone may report a
 * roll after its order was finished or closed. Such a roll is accepted if it was made before the finish.
 */
export function findOrderProblem(
  order: LineOrder,
  lineId: string,
  moment: number,
): 'notProducing' | 'otherLine' | null {
  const wasProducing =
    hasOrderBegun(order.state) &&
    order.finishedAt !== null &&
    moment < order.finishedAt &&
    (order.startedAt === null || moment >= order.startedAt)
  if (!canProduce(order.state) && !wasProducing) return 'notProducing'
  return order.lineId !== null && order.lineId !== lineId ? 'otherLine' : null
}

/**
 * Two doffs of different people within this time report the same roll twice. Callers check only rolls that nobody
 * started and rolls that are far too long for their winding time (`exceedsWoundLength`).
 */
export const SAME_DOFF_MS = 2 * MS_PER_MINUTE
/** Returns true if two doffs on a line report the same roll. */
export const isSameDoff = (
  doff: { at: number; by: string | null },
  otherDoff: { at: number; by: string | null },
): boolean => Math.abs(doff.at - otherDoff.at) < SAME_DOFF_MS && doff.by !== otherDoff.by

/** Returns the defects that lie wholly or partly beyond the length entered at the doff. */
export const findDefectsBeyondLength = <D extends { readonly fromM: number; readonly toM: number }>(
  defects: readonly D[],
  lengthM: number,
): D[] => defects.filter(({ fromM, toM }) => Math.max(fromM, toM) > lengthM)
/** Clips defects entered during winding to the length entered at the doff. */
export function clipDefectsToLength<D extends { readonly fromM: number; readonly toM: number }>(
  defects: readonly D[],
  lengthM: number,
): D[] {
  return defects.map((defect) => {
    const fromM = Math.min(defect.fromM, lengthM)
    return { ...defect, fromM, toM: Math.min(Math.max(defect.toM, fromM), lengthM) }
  })
}
/** Returns true if the length can still be edited, i.e. until a slitter begins to cut the roll. */
export const isLengthEditable = (state: string): boolean => state === 'winding' || state === 'uncut'
/** Returns true if the defects can still be edited, i.e. until the roll is used up. */
export const isDefectListEditable = (state: string): boolean =>
  isLengthEditable(state) || state === 'slitting' || state === 'remnant'
