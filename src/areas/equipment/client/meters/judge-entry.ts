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
  ready: boolean
}

/** Judges an entry by the rule that the server will use when it arrives. */
export function judgeEntry(
  of: Pick<Row<typeof meter>, 'counter' | 'rollsOverAt' | 'rangeLow' | 'rangeHigh'>,
  previous: Reading | null,
  usual: number | null,
  entry: Entry,
  at: string,
): Judged {
  const { value, oldFinal, newStart } = entry
  if (typeof value !== 'number') return { check: null, usual, outside: null, ready: false }
  const outside =
    of.rangeLow !== null && value < of.rangeLow ? 'low' : of.rangeHigh !== null && value > of.rangeHigh ? 'high' : null
  if (!of.counter) return { check: null, usual, outside, ready: true }
  const whole = typeof oldFinal === 'number' && typeof newStart === 'number'
  if (entry.exchanged && !whole) return { check: null, usual, outside, ready: false }
  const check = checkReading(
    { rollsOverAt: of.rollsOverAt, usualPerHour: usual },
    previous,
    { at, value },
    entry.exchanged && whole ? { oldFinal, newStart } : undefined,
  )
  return { check, usual, outside, ready: 'use' in check && (check.verdict !== 'jump' || entry.jumpConfirmed) }
}
