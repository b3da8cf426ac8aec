import type { Row } from '@/contract/resource'
import type { meter } from '../../contract/meter'
import { checkReading, type Reading, type ReadingCheck } from '../../rules/meter'

/** What was typed; text where it is not a number yet. */
export interface Entry {
  value: number | string | null
  oldFinal: number | string | null
  newStart: number | string | null
  jumpConfirmed: boolean
  exchanged: boolean
  images: string[]
  note: string | null
}
/** How an entry stands; `ready`: it may be saved. */
export interface Judged {
  check: ReadingCheck | null
  usual: number | null
  outside: 'low' | 'high' | null
  /** What the meter sent by itself does not fit: the person looks again. */
  differs: boolean
  ready: boolean
}

/** Judges an entry by the rule that the server will use when it arrives. `sent`: what the meter sent by itself, newer than the reading before. */
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
 * Whether a reading can come after what the meter sent. A display often shows whole units only; while the usual use is not
 * known, as much again as the counter has ever counted is taken for a slipped digit.
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
