import type { Issue } from './errno'
import type { Fields } from './field'
import { parseInstant } from './instant'
import type { AnyRow } from './resource'
import { convertInstantToWall } from './zone-clock'

/** Pairs of day or moment fields of a row: the first is never later than the second. Empty fields are not compared. */
export type DateOrder<K extends string = string> = readonly (readonly [earlier: K, later: K])[]

/**
 * Returns an issue for each pair of dates that contradicts the order. The issue names the entered field of the pair, or
 * the field of the later date if both were entered. A day and a moment are compared by the plant's calendar day.
 * @param row the complete row with the entered values
 * @param options.enteredFields fields that the person may correct; pairs without one of them are not checked
 * @param options.getLabel label of a field, for the message
 */
export function findDateOrderIssues(
  { fields, dateOrder }: { readonly fields: Fields; readonly dateOrder: DateOrder },
  row: AnyRow,
  options: {
    readonly timeZone: string
    readonly enteredFields: readonly string[]
    readonly getLabel: (fieldName: string) => string
  },
): Issue[] {
  return dateOrder.flatMap(([earlier, later]): Issue[] => {
    const isLaterEntered = options.enteredFields.includes(later)
    if (!isLaterEntered && !options.enteredFields.includes(earlier)) return []
    const [earlierDate, laterDate] = [row[earlier], row[later]]
    if (typeof earlierDate !== 'string' || typeof laterDate !== 'string') return []
    const comparesDays = fields[earlier]?.kind === 'day' || fields[later]?.kind === 'day'
    const toComparable = (date: string) =>
      comparesDays ? formatWallTime(date, options.timeZone).slice(0, 10) : (parseInstant(date) ?? NaN)
    if (!(toComparable(laterDate) < toComparable(earlierDate))) return []
    const [path, other, code] = isLaterEntered
      ? ([later, earlier, 'beforeOther'] as const)
      : ([earlier, later, 'afterOther'] as const)
    const date = formatWallTime(String(row[other]), options.timeZone)
    return [{ path: [path], code, params: { other: options.getLabel(other), date } }]
  })
}
/** Formats a moment as the plant's clock shows it, e.g. `2026-11-22 08:30`; a day stays as it is. */
function formatWallTime(date: string, timeZone: string): string {
  const instantMs = /^\d{4}-\d{2}-\d{2}$/.test(date) ? null : parseInstant(date)
  return instantMs === null
    ? date
    : new Date(convertInstantToWall(timeZone, instantMs)).toISOString().slice(0, 16).replace('T', ' ')
}
