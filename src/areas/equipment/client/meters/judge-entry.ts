import type { Row } from '@/contract/resource'
import type { meter } from '../../contract/meter'
import { checkReading, type Reading, type ReadingCheck } from '../../rules/meter'

/** Values of the form; a number field holds text until it is a valid number. */
export interface Entry {
  value: number | string | null
  oldFinal: number | string | null
  newStart: number | string | null
  jumpConfirmed: boolean
  exchanged: boolean
  images: string[]
  note: string | null
}
/** Judgement of an entry; `ready` means that it can be saved. */
export interface Judged {
  check: ReadingCheck | null
  usual: number | null
  outside: 'low' | 'high' | null
  /** The entry contradicts the value that the meter transmitted, so the person must confirm it. */
  differs: boolean
  ready: boolean
}

/**
 * Judges an entry with the rule that the server applies later.
 * @param transmitted value that the meter transmitted after the previous reading
 */
export function judgeEntry(
  of: Pick<Row<typeof meter>, 'counter' | 'rollsOverAt' | 'rangeLow' | 'rangeHigh'>,
  previous: Reading | null,
  usual: number | null,
  entry: Entry,
  at: string,
  sent: Reading | null = null,
): Judged {
  const { value, oldFinal, newStart } = entry
  const open = { check: null, usual, outside: null, differs: false, ready: false }
  if (typeof value !== 'number') return open
  const outside =
    of.rangeLow !== null && value < of.rangeLow ? 'low' : of.rangeHigh !== null && value > of.rangeHigh ? 'high' : null
  if (!of.counter) return { ...open, outside, ready: true }
  const whole = typeof oldFinal === 'number' && typeof newStart === 'number'
  if (entry.exchanged && !whole) return { ...open, outside }
  const check = checkReading(
    { rollsOverAt: of.rollsOverAt, usualPerHour: usual },
    previous,
    { at, value },
    entry.exchanged && whole ? { oldFinal, newStart } : undefined,
  )
  const differs = 'use' in check && !entry.exchanged && sent !== null && !fitsSent(of, sent, usual, { at, value })
  const asked = check.verdict === 'jump' || differs
  return { check, usual, outside, differs, ready: 'use' in check && (!asked || entry.jumpConfirmed) }
}
/**
 * Returns true if a reading can follow the transmitted value. The value is rounded down, because displays often show
 * whole units only. Without a usual rate, a use above the whole counter value counts as a typing error.
 */
function fitsSent(
  { rollsOverAt }: Pick<Row<typeof meter>, 'rollsOverAt'>,
  sent: Reading,
  usual: number | null,
  next: Reading,
): boolean {
  const check = checkReading({ rollsOverAt, usualPerHour: usual }, { at: sent.at, value: Math.floor(sent.value) }, next)
  if (check.verdict === 'notLater') return true
  if (!('use' in check) || check.verdict === 'jump') return false
  return usual !== null || sent.value === 0 || check.use <= sent.value
}
