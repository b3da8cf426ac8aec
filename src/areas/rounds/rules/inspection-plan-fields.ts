/**
 * Converts the stored fields of an inspection plan (flat fields, points and items as two lists) to the types of the
 * rules.
 */
import type { CheckItem, CheckPoint } from './check-point'
import type { Frequency, InspectionPlan } from './inspection-plan'

/** Schedule fields of an inspection plan as stored. */
export interface PlanFields {
  readonly frequency: 'everyShifts' | 'everyHours' | 'daily' | 'weekly'
  /** Interval in shifts or hours, depending on `frequency`. */
  readonly every: number | null
  readonly minutesAfterStart: number | null
  /** In the format HH:mm, like `times`. */
  readonly firstTime: string | null
  readonly times: readonly { readonly at: string }[]
  readonly monday: boolean
  readonly tuesday: boolean
  readonly wednesday: boolean
  readonly thursday: boolean
  readonly friday: boolean
  readonly saturday: boolean
  readonly sunday: boolean
  readonly minutesBefore: number
  readonly minutesAfter: number
  readonly validFrom: string
  readonly validUntil: string | null
  readonly paused: boolean
}

/** Converts stored fields to the plan that `generateDueRounds` takes. */
export function toInspectionPlan(id: string, fields: PlanFields): InspectionPlan {
  const weekdayFlags = [
    fields.monday,
    fields.tuesday,
    fields.wednesday,
    fields.thursday,
    fields.friday,
    fields.saturday,
    fields.sunday,
  ]
  const weekdays = weekdayFlags.flatMap((isChosen, i) => (isChosen ? [i + 1] : []))
  return {
    id,
    frequency: toFrequency(fields, weekdays),
    minutesBefore: fields.minutesBefore,
    minutesAfter: fields.minutesAfter,
    weekdays: toPlanWeekdays(weekdays),
    validFrom: fields.validFrom,
    validUntil: fields.validUntil,
    paused: fields.paused,
  }
}

/**
 * An empty list means every day. A plan without any weekday gets the invalid weekday 0 instead, so validation fails.
 */
function toPlanWeekdays(weekdays: readonly number[]): readonly number[] {
  if (weekdays.length === 7) return []
  return weekdays.length === 0 ? [0] : weekdays
}
function toFrequency(fields: PlanFields, weekdays: readonly number[]): Frequency {
  const minutesOfDay = fields.times.map((time) => parseMinuteOfDay(time.at))
  switch (fields.frequency) {
    case 'everyShifts':
      return { kind: 'everyShifts', shifts: fields.every ?? 0, minutesAfterStart: fields.minutesAfterStart ?? 0 }
    case 'everyHours':
      return {
        kind: 'everyHours',
        hours: fields.every ?? 0,
        firstMinute: fields.firstTime === null ? 0 : parseMinuteOfDay(fields.firstTime),
      }
    case 'daily':
      return { kind: 'daily', at: minutesOfDay }
    case 'weekly':
      return { kind: 'weekly', weekdays, at: minutesOfDay }
  }
}
function parseMinuteOfDay(time: string): number {
  const [hours = Number.NaN, minutes = Number.NaN] = time.split(':').map(Number)
  return hours * 60 + minutes
}

/** A point of the route as stored. */
export interface PointFields {
  readonly key: string
  readonly equipmentId: string
  readonly code: string | null
  readonly scanRequired: boolean | null
}
/** A check item as stored. */
export interface ItemFields {
  readonly pointKey: string
  readonly key: string
  readonly label: string
  readonly kind: CheckItem['kind']
  readonly unit: string | null
  readonly low: number | null
  readonly high: number | null
  readonly warnLow: number | null
  readonly warnHigh: number | null
  readonly optional: boolean | null
}

/**
 * Converts points and items to check points.
 * @param equipmentCodes codes by equipment id; scanning the machine's own label also proves presence
 */
export function toCheckPoints(
  points: readonly PointFields[],
  items: readonly ItemFields[],
  equipmentCodes: Readonly<Record<string, string>>,
): CheckPoint[] {
  return points.map((point) => ({
    key: point.key,
    code: point.code ?? '',
    equipmentId: point.equipmentId,
    equipmentCode: equipmentCodes[point.equipmentId] ?? '',
    scanRequired: point.scanRequired ?? false,
    items: items.filter((item) => item.pointKey === point.key).map(toCheckItem),
  }))
}
function toCheckItem(item: ItemFields): CheckItem {
  const baseItem = { key: item.key, optional: item.optional ?? false }
  if (item.kind !== 'number') return { ...baseItem, kind: item.kind }
  const limits = { low: item.low, high: item.high, warnLow: item.warnLow, warnHigh: item.warnHigh }
  const definedLimits = Object.fromEntries(Object.entries(limits).filter(([, limit]) => limit != null))
  return { ...baseItem, kind: 'number', unit: item.unit ?? '', ...definedLimits }
}

/**
 * A problem of the entered points and items. `limitsCrossed`: a lower limit is above an upper one, or a warning limit
 * lies outside the limits; `unit`: a number without a unit.
 */
export interface RouteProblem {
  readonly code: 'pointTwice' | 'itemTwice' | 'itemWithoutPoint' | 'pointWithoutItems' | 'limitsCrossed' | 'unit'
  /** Key of the point or item; label of the item for `itemWithoutPoint`, `limitsCrossed` and `unit`. */
  readonly subject: string
}

/** Validates entered points and items; an empty list means that the route is valid. */
export function findRouteProblems(points: readonly PointFields[], items: readonly ItemFields[]): RouteProblem[] {
  const pointKeys = points.map((point) => point.key)
  const itemKeys = items.map((item) => `${item.pointKey}\n${item.key}`)
  return [
    ...pointKeys
      .filter((key, i) => pointKeys.indexOf(key) !== i)
      .map((key) => ({ code: 'pointTwice' as const, subject: key })),
    ...items
      .filter((_, i) => itemKeys.indexOf(itemKeys[i]!) !== i)
      .map((item) => ({ code: 'itemTwice' as const, subject: item.key })),
    ...items
      .filter((item) => !pointKeys.includes(item.pointKey))
      .map((item) => ({ code: 'itemWithoutPoint' as const, subject: item.label })),
    ...pointKeys
      .filter((key) => !items.some((item) => item.pointKey === key))
      .map((key) => ({ code: 'pointWithoutItems' as const, subject: key })),
    ...items.filter(hasCrossedLimits).map((item) => ({ code: 'limitsCrossed' as const, subject: item.label })),
    ...items
      .filter((item) => item.kind === 'number' && !item.unit)
      .map((item) => ({ code: 'unit' as const, subject: item.label })),
  ]
}
/** Returns true if a lower limit is above an upper one, or a warning limit lies outside the limits. */
const hasCrossedLimits = ({ low, high, warnLow, warnHigh }: ItemFields): boolean =>
  [
    [low, high],
    [warnLow, warnHigh],
    [low, warnLow],
    [warnHigh, high],
  ].some(([lower, upper]) => lower != null && upper != null && lower > upper)
