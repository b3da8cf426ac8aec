/** Progress and forecast end of an order. Masses in kg, times in ms since 1970. */
import { getBusinessDayEnd, type PlantCalendar } from '@/plant/rules/shift'

export interface Ordered {
  readonly kg: number | null
  readonly rolls: number | null
}
export interface Made {
  readonly goodKg: number
  readonly goodRolls: number
}

/** Good ÷ ordered kg, else good ÷ ordered rolls, in percent; over 100 if more was made, null if neither was ordered. */
export function progressPercent(ordered: Ordered, made: Made): number | null {
  if (ordered.kg !== null && ordered.kg > 0) return (made.goodKg / ordered.kg) * 100
  if (ordered.rolls !== null && ordered.rolls > 0) return (made.goodRolls / ordered.rolls) * 100
  return null
}

/** Wound kg ÷ ordered kg, in percent; null if no mass was ordered, as jumbos do not count as rolls of the order. */
export const woundPercent = (orderedKg: number | null, woundKg: number): number | null =>
  orderedKg !== null && orderedKg > 0 ? (woundKg / orderedKg) * 100 : null
/** True if less is finished than ordered, by more than the tolerance; false if nothing was ordered. */
export function isShort(ordered: Ordered, made: Made, tolerancePercent: number): boolean {
  const percent = progressPercent(ordered, made)
  return percent !== null && percent < 100 - tolerancePercent - 1e-9
}

/**
 * True if an order finished at the winder ends short by more than the tolerance: neither its good rolls nor the wound
 * jumbos, which may still be slit, reach the ordered amount.
 */
export function endsShort(
  ordered: Ordered,
  made: Made & { readonly jumboKg: number },
  tolerancePercent: number,
): boolean {
  const wound = woundPercent(ordered.kg, made.jumboKg)
  return wound !== null && wound < 100 - tolerancePercent && isShort(ordered, made, tolerancePercent)
}

/** Returns when an order due on a day becomes late: the end of that date's last shift, ms; null without a due date. */
export const dueEnd = (dueOn: string | null | undefined, calendar: PlantCalendar): number | null =>
  dueOn ? getBusinessDayEnd(dueOn, calendar) : null
/**
 * True if the due date has passed.
 * @param today current business date, which ends with its last shift
 */
export const isDueOver = (dueOn: unknown, today: string): dueOn is string =>
  typeof dueOn === 'string' && dueOn !== '' && dueOn < today
/** Returns how far an end lies behind the due moment, in ms; 0 if it is in time or has no due moment. */
export const lateBy = (endsAt: number, dueAt: number | null): number =>
  dueAt === null ? 0 : Math.max(0, endsAt - dueAt)
/** Returns the delay of an open order in ms: by its forecast, else its plan, and at least by the current time. */
export const delayBy = (
  order: { readonly dueAt?: string | null; readonly forecastEnd?: string | null; readonly plannedEnd?: string | null },
  now: number,
): number => {
  const end = order.forecastEnd ?? order.plannedEnd
  return lateBy(Math.max(now, end ? Date.parse(end) : now), order.dueAt ? Date.parse(order.dueAt) : null)
}

/** Returns the actual end, else the forecast end, else the planned end of an order not started; null if unknown. */
export const shownEnd = (order: {
  readonly finishedAt: string | null
  readonly forecastEnd: string | null
  readonly forecastReason: string | null
  readonly plannedEnd: string | null
}): string | null =>
  order.finishedAt ?? order.forecastEnd ?? (order.forecastReason === 'notStarted' ? order.plannedEnd : null)

/** Period of past output on which the forecast is based. */
export const LOOK_BACK_MS = 24 * 3_600_000
/** Minimum running hours for a forecast by speed. */
const LEAST_HOURS = 0.5

export type Forecast =
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
export function forecastEnd(
  order: { orderedKg: number | null; goodKg: number; startedAt: number | null; idealKgPerHour: number | null },
  recent: { kg: number; runningMs: number },
  now: number,
): Forecast {
  const unknown = (reason: Extract<Forecast, { kind: 'unknown' }>['reason']): Forecast => ({
    kind: 'unknown',
    reason,
    endsAt: null,
    kgPerHour: null,
  })
  if (order.orderedKg === null || order.orderedKg <= 0) return unknown('nothingOrdered')
  const leftKg = Math.round((order.orderedKg - order.goodKg) * 1000) / 1000
  if (leftKg <= 0) return { kind: 'done', endsAt: null, kgPerHour: null }
  if (order.startedAt === null) return unknown('notStarted')
  const hours = recent.runningMs / 3_600_000
  if (hours >= LEAST_HOURS && recent.kg > 0) {
    const kgPerHour = recent.kg / hours
    return { kind: 'speed', endsAt: now + (leftKg / kgPerHour) * 3_600_000, kgPerHour, hours, leftKg }
  }
  if (order.idealKgPerHour !== null && order.idealKgPerHour > 0 && recent.kg <= 0 && hours < LEAST_HOURS) {
    return {
      kind: 'ideal',
      endsAt: now + (leftKg / order.idealKgPerHour) * 3_600_000,
      kgPerHour: order.idealKgPerHour,
      hours: 0,
      leftKg,
    }
  }
  return unknown(hours < LEAST_HOURS ? 'tooEarly' : 'noOutput')
}
/** Shifts the forecast of an order that cannot resume before `earliestStart`, as its line is occupied until then. */
export const notBefore = (forecast: Forecast, from: number, now: number): Forecast =>
  forecast.kind === 'speed' || forecast.kind === 'ideal'
    ? { ...forecast, endsAt: forecast.endsAt + Math.max(0, from - now) }
    : forecast
/** Returns the kg per hour of a line: m/min × 60 × width (m) × g/m² ÷ 1000. */
export const kgPerHourAt = (speedMPerMin: number, widthMm: number, gsm: number): number =>
  (speedMPerMin * 60 * (widthMm / 1000) * gsm) / 1000
