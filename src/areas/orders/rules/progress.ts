/** How far an order is, and when it will probably be done. Masses in kg, times in ms since 1970. */
import { getBusinessDayEnd, type PlantCalendar } from '@/plant/rules/shift'

export interface Ordered {
  readonly kg: number | null
  readonly rolls: number | null
}
export interface Made {
  readonly goodKg: number
  readonly goodRolls: number
}

/** Good kg ÷ ordered kg, else good rolls ÷ ordered rolls; in percent, over 100 when more was made; null when neither was ordered. */
export function progressPercent(ordered: Ordered, made: Made): number | null {
  if (ordered.kg !== null && ordered.kg > 0) return (made.goodKg / ordered.kg) * 100
  if (ordered.rolls !== null && ordered.rolls > 0) return (made.goodRolls / ordered.rolls) * 100
  return null
}

/** Wound kg ÷ ordered kg, in percent; null when no mass was ordered: jumbos are no rolls of the order. */
export const woundPercent = (orderedKg: number | null, woundKg: number): number | null =>
  orderedKg !== null && orderedKg > 0 ? (woundKg / orderedKg) * 100 : null
/** Whether less is finished than was ordered, by more than the tolerance; false when nothing was ordered. */
export function isShort(ordered: Ordered, made: Made, tolerancePercent: number): boolean {
  const percent = progressPercent(ordered, made)
  return percent !== null && percent < 100 - tolerancePercent - 1e-9
}

/** Whether an order that is finished at the winder ends with less than was ordered, by more than the tolerance: neither its good rolls nor what is wound and may still be slit make it up. */
export function endsShort(
  ordered: Ordered,
  made: Made & { readonly jumboKg: number },
  tolerancePercent: number,
): boolean {
  const wound = woundPercent(ordered.kg, made.jumboKg)
  return wound !== null && wound < 100 - tolerancePercent && isShort(ordered, made, tolerancePercent)
}

/** From when on an order that is due on a day is late: the end of that business date's last shift, ms; null without one. */
export const dueEnd = (dueOn: string | null | undefined, calendar: PlantCalendar): number | null =>
  dueOn ? getBusinessDayEnd(dueOn, calendar) : null
/** Whether an order that is not begun is due on a day that is over: `today` is the business date of now, which ends with its last shift. */
export const isDueOver = (dueOn: unknown, today: string): dueOn is string =>
  typeof dueOn === 'string' && dueOn !== '' && dueOn < today
/** How far an end lies behind the moment an order is due by, ms; 0 in time, and without one. */
export const lateBy = (endsAt: number, dueAt: number | null): number =>
  dueAt === null ? 0 : Math.max(0, endsAt - dueAt)
/** How far an order that is not done is, or will be, behind the moment it is due by, ms: by its forecast, else its plan, and by now at least. */
export const delayBy = (
  order: { readonly dueAt?: string | null; readonly forecastEnd?: string | null; readonly plannedEnd?: string | null },
  now: number,
): number => {
  const end = order.forecastEnd ?? order.plannedEnd
  return lateBy(Math.max(now, end ? Date.parse(end) : now), order.dueAt ? Date.parse(order.dueAt) : null)
}

/** When an order ended, or by its forecast will, else by its plan while it waits; null where nobody can say. */
export const shownEnd = (order: {
  readonly finishedAt: string | null
  readonly forecastEnd: string | null
  readonly forecastReason: string | null
  readonly plannedEnd: string | null
}): string | null =>
  order.finishedAt ?? order.forecastEnd ?? (order.forecastReason === 'notStarted' ? order.plannedEnd : null)

/** The forecast looks back this far. */
export const LOOK_BACK_MS = 24 * 3_600_000
/** Fewer hours of running say nothing yet. */
const LEAST_HOURS = 0.5

export type Forecast =
  | { readonly kind: 'done'; readonly endsAt: null; readonly kgPerHour: null }
  | {
      readonly kind: 'unknown'
      readonly reason: 'nothingOrdered' | 'notStarted' | 'tooEarly' | 'noOutput'
      readonly endsAt: null
      readonly kgPerHour: null
    }
  /** From the output of the last 24 h that the order ran. */
  | {
      readonly kind: 'speed'
      readonly endsAt: number
      readonly kgPerHour: number
      readonly hours: number
      readonly leftKg: number
    }
  /** No output yet to judge by: from the product's ideal speed. */
  | {
      readonly kind: 'ideal'
      readonly endsAt: number
      readonly kgPerHour: number
      readonly hours: 0
      readonly leftKg: number
    }

/**
 * The end of an order at the speed of the last 24 h: what is left ÷ (good kg in that time ÷ hours the order was running
 * in it). Says how it was worked out, so that nobody takes a guess for a promise.
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
/** The same of an order that can't go on before a moment, as its line is taken until then. */
export const notBefore = (forecast: Forecast, from: number, now: number): Forecast =>
  forecast.kind === 'speed' || forecast.kind === 'ideal'
    ? { ...forecast, endsAt: forecast.endsAt + Math.max(0, from - now) }
    : forecast
/** kg a line makes an hour at a speed: m/min × 60 × width (m) × g/m² ÷ 1000. */
export const kgPerHourAt = (speedMPerMin: number, widthMm: number, gsm: number): number =>
  (speedMPerMin * 60 * (widthMm / 1000) * gsm) / 1000
