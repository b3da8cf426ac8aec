import type { Row } from '@/contract/resource'
import type { meter } from '../../contract/meter'
import { checkReading, type MeterReadingValue, type ReadingCheck } from '../../rules/meter'

/** Values of the form; a number field holds text until it is a valid number. */
export interface ReadingFormEntry {
  value: number | string | null
  /** Last value of the old meter and first value of the new meter, if `exchanged`. */
  oldFinal: number | string | null
  newStart: number | string | null
  /** True if the person confirmed an unusually high use or a contradiction to the transmitted value. */
  jumpConfirmed: boolean
  /** True if the meter was exchanged since the previous reading. */
  exchanged: boolean
  images: string[]
  note: string | null
}
export interface ReadingJudgement {
  /** Null for instruments, which do not count up, and until the entry is complete. */
  check: ReadingCheck | null
  usualPerHour: number | null
  exceededLimit: 'low' | 'high' | null
  /** The entry contradicts the value that the meter transmitted, so the person must confirm it. */
  contradictsTransmitted: boolean
  canSave: boolean
}

/**
 * Judges an entry with the rule that the server applies later.
 * @param transmittedReading value that the meter transmitted after the previous reading
 */
export function judgeEntry(
  meterRow: Pick<Row<typeof meter>, 'counter' | 'rollsOverAt' | 'rangeLow' | 'rangeHigh'>,
  previousReading: MeterReadingValue | null,
  usualPerHour: number | null,
  entry: ReadingFormEntry,
  readAt: string,
  transmittedReading: MeterReadingValue | null = null,
): ReadingJudgement {
  const { value, oldFinal, newStart } = entry
  const undecidedJudgement = {
    check: null,
    usualPerHour,
    exceededLimit: null,
    contradictsTransmitted: false,
    canSave: false,
  }
  if (typeof value !== 'number') return undecidedJudgement
  const exceededLimit = findExceededLimit(meterRow, value)
  if (!meterRow.counter) return { ...undecidedJudgement, exceededLimit, canSave: true }
  const hasExchangeValues = typeof oldFinal === 'number' && typeof newStart === 'number'
  if (entry.exchanged && !hasExchangeValues) return { ...undecidedJudgement, exceededLimit }
  const check = checkReading(
    { rollsOverAt: meterRow.rollsOverAt, usualPerHour },
    previousReading,
    { readAt, value },
    entry.exchanged && hasExchangeValues ? { oldFinal, newStart } : undefined,
  )
  const contradictsTransmitted =
    'use' in check &&
    !entry.exchanged &&
    transmittedReading !== null &&
    !canFollowTransmittedReading(meterRow, transmittedReading, usualPerHour, { readAt, value })
  const needsConfirmation = check.verdict === 'jump' || contradictsTransmitted
  return {
    check,
    usualPerHour,
    exceededLimit,
    contradictsTransmitted,
    canSave: 'use' in check && (!needsConfirmation || entry.jumpConfirmed),
  }
}
function findExceededLimit(
  { rangeLow, rangeHigh }: Pick<Row<typeof meter>, 'rangeLow' | 'rangeHigh'>,
  value: number,
): 'low' | 'high' | null {
  if (rangeLow !== null && value < rangeLow) return 'low'
  return rangeHigh !== null && value > rangeHigh ? 'high' : null
}
/**
 * Returns true if a reading can follow the transmitted value. The transmitted value is rounded down, because displays
 * often show whole units only. Without a usual rate, a reading of more than twice the transmitted value counts as a
 * typing error.
 */
function canFollowTransmittedReading(
  { rollsOverAt }: Pick<Row<typeof meter>, 'rollsOverAt'>,
  transmittedReading: MeterReadingValue,
  usualPerHour: number | null,
  newReading: MeterReadingValue,
): boolean {
  const check = checkReading(
    { rollsOverAt, usualPerHour },
    { readAt: transmittedReading.readAt, value: Math.floor(transmittedReading.value) },
    newReading,
  )
  if (check.verdict === 'notLater') return true
  if (!('use' in check) || check.verdict === 'jump') return false
  return usualPerHour !== null || transmittedReading.value === 0 || check.use <= transmittedReading.value
}
