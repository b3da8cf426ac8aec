/** Progress and forecast end of an order. Masses in kg, times in ms since 1970. */
import { getBusinessDayEnd, type PlantCalendar } from '@/plant/rules/shift'

export interface OrderedAmount {
  readonly kg: number | null
  readonly rolls: number | null
}
export interface ProducedAmount {
  readonly goodKg: number
  readonly goodRolls: number
}

/** Good ÷ ordered kg, else good ÷ ordered rolls, in percent; over 100 if more was made, null if neither was ordered. */
export function calculateProgressPercent(ordered: OrderedAmount, produced: ProducedAmount): number | null {
  if (ordered.kg !== null && ordered.kg > 0) return (produced.goodKg / ordered.kg) * 100
  if (ordered.rolls !== null && ordered.rolls > 0) return (produced.goodRolls / ordered.rolls) * 100
  return null
}

/** Wound kg ÷ ordered kg, in percent; null if no mass was ordered, as jumbos do not count as rolls of the order. */
export const calculateWoundPercent = (orderedKg: number | null, woundKg: number): number | null =>
  orderedKg !== null && orderedKg > 0 ? (woundKg / orderedKg) * 100 : null
/** True if less is finished than ordered, by more than the tolerance; false if nothing was ordered. */
export function isShort(ordered: OrderedAmount, produced: ProducedAmount, tolerancePercent: number): boolean {
  const percent = calculateProgressPercent(ordered, produced)
  return percent !== null && percent < 100 - tolerancePercent - 1e-9
}

/**
 * True if an order finished at the winder ends short by more than the tolerance: neither its good rolls nor the wound
 * jumbos, which may still be slit, reach the ordered amount.
 */
export function isEndingShort(
  ordered: OrderedAmount,
  produced: ProducedAmount & { readonly jumboKg: number },
  tolerancePercent: number,
): boolean {
  const percentWound = calculateWoundPercent(ordered.kg, produced.jumboKg)
  return percentWound !== null && percentWound < 100 - tolerancePercent && isShort(ordered, produced, tolerancePercent)
}

/** Returns when an order due on a day becomes late: the end of that date's last shift, ms; null without a due date. */
export const calculateDueEnd = (dueOn: string | null | undefined, calendar: PlantCalendar): number | null =>
  dueOn ? getBusinessDayEnd(dueOn, calendar) : null
/**
 * True if the due date has passed.
 * @param today current business date, which ends with its last shift
 */
export const isDueOver = (dueOn: unknown, today: string): dueOn is string =>
  typeof dueOn === 'string' && dueOn !== '' && dueOn < today
/** Returns how far an end lies behind the due moment, in ms; 0 if it is in time or has no due moment. */
export const calculateLateness = (endsAt: number, dueAt: number | null): number =>
  dueAt === null ? 0 : Math.max(0, endsAt - dueAt)
/** Returns the delay of an open order in ms: by its forecast, else its plan, and at least by the current time. */
export const calculateDelay = (
  order: { readonly dueAt?: string | null; readonly forecastEnd?: string | null; readonly plannedEnd?: string | null },
  now: number,
): number => {
  const end = order.forecastEnd ?? order.plannedEnd
  return calculateLateness(Math.max(now, end ? Date.parse(end) : now), order.dueAt ? Date.parse(order.dueAt) : null)
}

/** Returns the actual end, else the forecast end, else the planned end of an order not started; null if unknown. */
export const getDisplayedEnd = (order: {
  readonly finishedAt: string | null
  readonly forecastEnd: string | null
  readonly forecastReason: string | null
  readonly plannedEnd: string | null
}): string | null =>
  order.finishedAt ?? order.forecastEnd ?? (order.forecastReason === 'notStarted' ? order.plannedEnd : null)

/** Period of past output on which the forecast is based. */
export const LOOK_BACK_MS = 24 * 3_600_000
/** Minimum running hours for a forecast by speed. */
const MIN_RUNNING_HOURS = 0.5

export type EndForecast =
  | { readonly kind: 'done'; readonly endsAt: null; readonly kgPerHour: null }
  | {
      readonly kind: 'unknown'
      readonly reason: 'nothingOrdered' | 'notStarted' | 'tooEarly' | 'noOutput'
      readonly endsAt: null
      readonly kgPerHour: null
    }
  /** From the output of the last 24 h while the order ran. */
  | {
      readonly kind: 'speed'
      readonly endsAt: number
      readonly kgPerHour: number
      readonly hours: number
      readonly leftKg: number
    }
  /** No output yet: from the product's ideal speed. */
  | {
      readonly kind: 'ideal'
      readonly endsAt: number
      readonly kgPerHour: number
      readonly hours: 0
      readonly leftKg: number
    }

/**
 * Forecasts the end of an order at the speed of the last 24 h: remaining kg ÷ (good kg in that time ÷ running hours in
 * it). The result names its method, so that a reader can tell an estimate from a promise.
 */
export function forecastOrderEnd(
  order: { orderedKg: number | null; goodKg: number; startedAt: number | null; idealKgPerHour: number | null },
  recentOutput: { kg: number; runningMs: number },
  now: number,
): EndForecast {
  const buildUnknown = (reason: Extract<EndForecast, { kind: 'unknown' }>['reason']): EndForecast => ({
    kind: 'unknown',
    reason,
    endsAt: null,
    kgPerHour: null,
  })
  if (order.orderedKg === null || order.orderedKg <= 0) return buildUnknown('nothingOrdered')
  const leftKg = Math.round((order.orderedKg - order.goodKg) * 1000) / 1000
  if (leftKg <= 0) return { kind: 'done', endsAt: null, kgPerHour: null }
  if (order.startedAt === null) return buildUnknown('notStarted')
  const hours = recentOutput.runningMs / 3_600_000
  if (hours >= MIN_RUNNING_HOURS && recentOutput.kg > 0) {
    const kgPerHour = recentOutput.kg / hours
    return { kind: 'speed', endsAt: now + (leftKg / kgPerHour) * 3_600_000, kgPerHour, hours, leftKg }
  }
  if (order.idealKgPerHour !== null && order.idealKgPerHour > 0 && recentOutput.kg <= 0 && hours < MIN_RUNNING_HOURS) {
    return {
      kind: 'ideal',
      endsAt: now + (leftKg / order.idealKgPerHour) * 3_600_000,
      kgPerHour: order.idealKgPerHour,
      hours: 0,
      leftKg,
    }
  }
  return buildUnknown(hours < MIN_RUNNING_HOURS ? 'tooEarly' : 'noOutput')
}
/** Shifts the forecast of an order that cannot resume before `earliestStart`, as its line is occupied until then. */
export const shiftForecast = (forecast: EndForecast, earliestStart: number, now: number): EndForecast =>
  forecast.kind === 'speed' || forecast.kind === 'ideal'
    ? { ...forecast, endsAt: forecast.endsAt + Math.max(0, earliestStart - now) }
    : forecast
/** Returns the kg per hour of a line: m/min × 60 × width (m) × g/m² ÷ 1000. */
export const calculateKgPerHour = (speedMPerMin: number, widthMm: number, gsm: number): number =>
  (speedMPerMin * 60 * (widthMm / 1000) * gsm) / 1000
