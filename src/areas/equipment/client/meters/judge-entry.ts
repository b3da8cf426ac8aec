import type { Row } from '@/contract/resource'
import type { meter } from '../../contract/meter'
import { checkReading, type MeterReadingValue, type ReadingCheck } from '../../rules/meter'

/** Values of the form; a number field holds text until it is a valid number. */
export interface ReadingFormEntry {
  value: number | string | null
  oldFinal: number | string | null
  newStart: number | string | null
  jumpConfirmed: boolean
  exchanged: boolean
  images: string[]
  note: string | null
}
/** Judgement of an entry; `ready` means that it can be saved. */
export interface ReadingJudgement {
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
  meterRow: Pick<Row<typeof meter>, 'counter' | 'rollsOverAt' | 'rangeLow' | 'rangeHigh'>,
  previous: MeterReadingValue | null,
  usual: number | null,
  entry: ReadingFormEntry,
  readAt: string,
  transmitted: MeterReadingValue | null = null,
): ReadingJudgement {
  const { value, oldFinal, newStart } = entry
  const undecided = { check: null, usual, outside: null, differs: false, ready: false }
  if (typeof value !== 'number') return undecided
  const outside =
    meterRow.rangeLow !== null && value < meterRow.rangeLow
      ? 'low'
      : meterRow.rangeHigh !== null && value > meterRow.rangeHigh
        ? 'high'
        : null
  if (!meterRow.counter) return { ...undecided, outside, ready: true }
  const hasExchangeValues = typeof oldFinal === 'number' && typeof newStart === 'number'
  if (entry.exchanged && !hasExchangeValues) return { ...undecided, outside }
  const check = checkReading(
    { rollsOverAt: meterRow.rollsOverAt, usualPerHour: usual },
    previous,
    { at: readAt, value },
    entry.exchanged && hasExchangeValues ? { oldFinal, newStart } : undefined,
  )
  const differs =
    'use' in check &&
    !entry.exchanged &&
    transmitted !== null &&
    !fitsTransmittedReading(meterRow, transmitted, usual, { at: readAt, value })
  const needsConfirmation = check.verdict === 'jump' || differs
  return { check, usual, outside, differs, ready: 'use' in check && (!needsConfirmation || entry.jumpConfirmed) }
}
/**
 * Returns true if a reading can follow the transmitted value. The value is rounded down, because displays often show
 * whole units only. Without a usual rate, a use above the whole counter value counts as a typing error.
 */
function fitsTransmittedReading(
  { rollsOverAt }: Pick<Row<typeof meter>, 'rollsOverAt'>,
  transmitted: MeterReadingValue,
  usual: number | null,
  next: MeterReadingValue,
): boolean {
  const check = checkReading(
    { rollsOverAt, usualPerHour: usual },
    { at: transmitted.at, value: Math.floor(transmitted.value) },
    next,
  )
  if (check.verdict === 'notLater') return true
  if (!('use' in check) || check.verdict === 'jump') return false
  return usual !== null || transmitted.value === 0 || check.use <= transmitted.value
}
