/** Progress and forecast end of an order. Masses in kg, times in ms since 1970. */
import { getBusinessDayEnd, type PlantCalendar } from '@/plant/rules/shift'
import { HOUR_MS } from '@/plant/rules/plant-time'
import { ROUNDING_TOLERANCE, roundDown } from '@/plant/rules/rounding'

export interface OrderedAmount {
  readonly kg: number | null
  readonly rolls: number | null
}
export interface ProducedAmount {
  readonly goodKg: number
  readonly goodRolls: number
}

/** Calculates good ÷ ordered kg, else good ÷ ordered rolls, in percent. Null if neither was ordered. */
export function calculateProgressPercent(ordered: OrderedAmount, produced: ProducedAmount): number | null {
  if (ordered.kg !== null && ordered.kg > 0) return (produced.goodKg / ordered.kg) * 100
  if (ordered.rolls !== null && ordered.rolls > 0) return (produced.goodRolls / ordered.rolls) * 100
  return null
}

/**
 * Calculates wound ÷ ordered kg, in percent. Null if only rolls were ordered: these are slit rolls, so wound jumbos
 * cannot be compared with them.
 */
export const calculateWoundPercent = (orderedKg: number | null, woundKg: number): number | null =>
  orderedKg !== null && orderedKg > 0 ? (woundKg / orderedKg) * 100 : null
/** Rounds a percentage of the ordered amount down to one decimal: 94.96 % is not displayed as 95 %. 0 if unknown. */
export const toDisplayedPercent = (percent: number | null | undefined): number => roundDown(percent ?? 0, 1)
/** True if a percentage of the ordered amount is below 100 % by more than the tolerance. */
export const isBelowTolerance = (percent: number, tolerancePercent: number): boolean =>
  percent < 100 - tolerancePercent - ROUNDING_TOLERANCE
/**
 * True if the finished output is below the ordered amount by more than the tolerance; false if no amount was ordered.
 */
export function isShort(ordered: OrderedAmount, produced: ProducedAmount, tolerancePercent: number): boolean {
  const percent = calculateProgressPercent(ordered, produced)
  return percent !== null && isBelowTolerance(percent, tolerancePercent)
}

/**
 * True if an order finished at the winder ends short by more than the tolerance. Both its good rolls and its wound
 * jumbos, which may still be slit, are below the ordered amount.
 */
export function isEndingShort(
  ordered: OrderedAmount,
  produced: ProducedAmount & { readonly jumboKg: number },
  tolerancePercent: number,
): boolean {
  const woundPercent = calculateWoundPercent(ordered.kg, produced.jumboKg)
  return (
    woundPercent !== null &&
    isBelowTolerance(woundPercent, tolerancePercent) &&
    isShort(ordered, produced, tolerancePercent)
  )
}

/** Returns the end of the last shift of the due date, ms, after which an order is late; null without a due date. */
export const calculateDueEnd = (dueOn: string | null | undefined, calendar: PlantCalendar): number | null =>
  dueOn ? getBusinessDayEnd(dueOn, calendar) : null
/**
 * True if the due date has passed.
 * @param today current business date, which ends with its last shift
 */
export const isOverdue = (dueOn: unknown, today: string): dueOn is string =>
  typeof dueOn === 'string' && dueOn !== '' && dueOn < today
/** Returns by how many ms an end lies after the due moment; 0 if in time or without a due moment. */
export const calculateLateness = (endsAt: number, dueAt: number | null): number =>
  dueAt === null ? 0 : Math.max(0, endsAt - dueAt)
/**
 * Returns by how many ms the expected end of an open order (forecast, else planned) lies after its due moment. An
 * expected end in the past counts as now.
 */
export const calculateExpectedLateness = (
  order: { readonly dueAt?: string | null; readonly forecastEnd?: string | null; readonly plannedEnd?: string | null },
  nowMs: number,
): number => {
  const expectedEnd = order.forecastEnd ?? order.plannedEnd
  return calculateLateness(
    Math.max(nowMs, expectedEnd ? Date.parse(expectedEnd) : nowMs),
    order.dueAt ? Date.parse(order.dueAt) : null,
  )
}

/**
 * Calculates the percentage of the ordered amount that the plan expects by now: 0 before the planned start, 100 after
 * the planned end, in between in proportion to the time. Null without a planned time.
 */
export function calculateDuePercent(
  order: { readonly plannedStart?: string | null; readonly plannedEnd?: string | null },
  nowMs: number,
): number | null {
  if (!order.plannedStart || !order.plannedEnd) return null
  const startMs = Date.parse(order.plannedStart)
  const endMs = Date.parse(order.plannedEnd)
  return endMs > startMs ? Math.min(100, Math.max(0, ((nowMs - startMs) / (endMs - startMs)) * 100)) : null
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
export const LOOK_BACK_MS = 24 * HOUR_MS
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
  /** Forecast from the output of the last 24 h while the order ran. */
  | {
      readonly kind: 'speed'
      readonly endsAt: number
      readonly kgPerHour: number
      /** Running hours within the last 24 h. */
      readonly hours: number
      readonly leftKg: number
    }
  /** Forecast from the ideal speed, because there is no output yet. */
  | {
      readonly kind: 'ideal'
      readonly endsAt: number
      readonly kgPerHour: number
      readonly hours: 0
      readonly leftKg: number
    }

/**
 * Forecasts the end of an order at the speed of the last 24 h: remaining kg ÷ (recent kg ÷ running hours). The result
 * names its method, so that a reader can judge how reliable it is.
 * @param order `doneKg` is the wound mass if the end of winding is forecast, else the good mass
 */
export function forecastOrderEnd(
  order: { orderedKg: number | null; doneKg: number; startedAt: number | null; idealKgPerHour: number | null },
  recentOutput: { kg: number; runningMs: number },
  nowMs: number,
): EndForecast {
  const buildUnknownForecast = (reason: Extract<EndForecast, { kind: 'unknown' }>['reason']): EndForecast => ({
    kind: 'unknown',
    reason,
    endsAt: null,
    kgPerHour: null,
  })
  if (order.orderedKg === null || order.orderedKg <= 0) return buildUnknownForecast('nothingOrdered')
  const leftKg = Math.round((order.orderedKg - order.doneKg) * 1000) / 1000
  if (leftKg <= 0) return { kind: 'done', endsAt: null, kgPerHour: null }
  if (order.startedAt === null) return buildUnknownForecast('notStarted')
  const hours = recentOutput.runningMs / HOUR_MS
  if (hours >= MIN_RUNNING_HOURS && recentOutput.kg > 0) {
    const kgPerHour = recentOutput.kg / hours
    return { kind: 'speed', endsAt: nowMs + (leftKg / kgPerHour) * HOUR_MS, kgPerHour, hours, leftKg }
  }
  if (order.idealKgPerHour !== null && order.idealKgPerHour > 0 && recentOutput.kg <= 0 && hours < MIN_RUNNING_HOURS) {
    return {
      kind: 'ideal',
      endsAt: nowMs + (leftKg / order.idealKgPerHour) * HOUR_MS,
      kgPerHour: order.idealKgPerHour,
      hours: 0,
      leftKg,
    }
  }
  return buildUnknownForecast(hours < MIN_RUNNING_HOURS ? 'tooEarly' : 'noOutput')
}
/** Shifts the forecast of an order that cannot resume before `earliestStart`, because its line is occupied. */
export const shiftForecast = (forecast: EndForecast, earliestStart: number, nowMs: number): EndForecast =>
  forecast.kind === 'speed' || forecast.kind === 'ideal'
    ? { ...forecast, endsAt: forecast.endsAt + Math.max(0, earliestStart - nowMs) }
    : forecast
/** Returns the kg per hour of a line: m/min × 60 × width (m) × g/m² ÷ 1000. */
export const calculateKgPerHour = (speedMPerMin: number, widthMm: number, gsm: number): number =>
  (speedMPerMin * 60 * (widthMm / 1000) * gsm) / 1000

/** Reason why an order needs attention. Pages and exports share the reasons. */
type OrderAttention =
  | { kind: 'short'; percent: number }
  // `number` is the number of the other order, which this order runs into or waits behind.
  | { kind: 'runsInto'; number: string; at: string | null }
  | { kind: 'after'; number: string }
  | { kind: 'planShort'; plannedHours: number; neededHours: number }

interface AttentionInput {
  short: boolean
  percent: number | null
  runsInto: string | null
  runsIntoAt: string | null
  /** Number of the order that occupies the line until this order can resume. */
  forecastAfter: string | null
  neededHours: number | null
  plannedStart: string | null
  plannedEnd: string | null
}

/**
 * Returns the reasons why an order needs attention. An order that ended short has only this reason. Any other order may
 * run into the next order, wait behind another order, or have too little planned time.
 */
export function getAttentionReasons(order: AttentionInput): OrderAttention[] {
  if (order.short) return [{ kind: 'short', percent: toDisplayedPercent(order.percent) }]
  const shortage = getPlanShortage(order.neededHours, order.plannedStart, order.plannedEnd)
  return [
    ...(order.runsInto ? [{ kind: 'runsInto', number: order.runsInto, at: order.runsIntoAt } as const] : []),
    ...(order.forecastAfter ? [{ kind: 'after', number: order.forecastAfter } as const] : []),
    ...(shortage ? [shortage] : []),
  ]
}
/**
 * Returns the planned and the needed hours of an order. Null without `neededHours`, which the server sets only if the
 * planned time is too short.
 */
export const getPlanShortage = (
  neededHours: number | null | undefined,
  startsAt: string | null | undefined,
  endsAt: string | null | undefined,
): Extract<OrderAttention, { kind: 'planShort' }> | null =>
  neededHours == null || !startsAt || !endsAt
    ? null
    : { kind: 'planShort', plannedHours: (Date.parse(endsAt) - Date.parse(startsAt)) / HOUR_MS, neededHours }
