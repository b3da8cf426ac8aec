/** Judges an inspection: sampling plan, each item against its limits, and the lot as a whole. */
import { isOutsideLimits } from '@/plant/rules/limits'
import { preferredAqls, type samplings } from '@/areas/standards/rules/material-standard'
import { attributePlan, type AttributePlan, type InspectionLevel, type Severity } from './attribute-plan'
import { packagesToSample } from './packages'

export type Sampling = (typeof samplings)[number]
export const judgements = ['open', 'ok', 'notOk', 'notNeeded'] as const
export const results = ['open', 'pass', 'fail'] as const
export type Result = (typeof results)[number]

export interface Sampled {
  readonly sampling: Sampling | null
  readonly level: InspectionLevel | null
  /** Percent nonconforming. */
  readonly aql: number | null
  readonly severity: Severity
  /** Packages (GB/T 6678) or pieces in the lot; null: not counted yet. */
  readonly lotSize: number | null
}
export interface Plan {
  readonly sampleSize: number | null
  readonly codeLetter: string | null
  readonly acceptNumber: number | null
  readonly rejectNumber: number | null
}
const noNumbers = { codeLetter: null, acceptNumber: null, rejectNumber: null } as const

/** Builds the sampling plan: sample size and, for inspection by attributes, acceptance and rejection numbers. */
export function planOf({ sampling, level, aql, severity, lotSize }: Sampled): Plan {
  if (sampling === 'none') return { sampleSize: 0, ...noNumbers }
  if (sampling === null || lotSize === null) return { sampleSize: null, ...noNumbers }
  if (sampling === 'gbt6678') return { sampleSize: packagesToSample(lotSize), ...noNumbers }
  // Without a usable plan, every piece is inspected.
  if (sampling === 'all' || level === null || aql === null || !preferredAqls.includes(aql))
    return { sampleSize: lotSize, ...noNumbers }
  const { letter, sampleSize, accept, reject }: AttributePlan = attributePlan(lotSize, level, aql, severity)
  return { sampleSize, codeLetter: letter, acceptNumber: accept, rejectNumber: reject }
}

export interface Item {
  readonly low: number | null
  readonly high: number | null
  readonly required: boolean
  /** Decimals of the test index; limits may have more. Null: a reading is compared unrounded. */
  readonly digits: number | null
}
export interface Reading {
  /** Index of the item in the list, from 0. */
  readonly item: number
  /** Number of the package or piece; null: a mixed sample. */
  readonly sample: number | null
  readonly value: number | null
  /** Verdict for an item without a numeric value, such as appearance. */
  readonly ok: boolean | null
}
export interface JudgedItem {
  readonly n: number
  readonly mean: number | null
  readonly min: number | null
  readonly max: number | null
  /** Number of readings outside the limits. */
  readonly outside: number
  readonly judgement: (typeof judgements)[number]
}

/**
 * True if a reading is outside the limits, which are inclusive. It is rounded to `digits` before comparison (修约值比较).
 */
export function isOutside({ low, high, digits }: Omit<Item, 'required'>, { value, ok }: Reading): boolean {
  return ok === false || isOutsideLimits(value, { low, high }, digits)
}
const isTaken = ({ value, ok }: Reading): boolean => value !== null || ok !== null

/** Judges one item by its readings. */
export function judgeItem(item: Item, readings: readonly Reading[]): JudgedItem {
  const taken = readings.filter(isTaken)
  const values = taken.flatMap(({ value }) => (value === null ? [] : [value]))
  const outside = taken.filter((one) => isOutside(item, one)).length
  return {
    n: taken.length,
    mean: values.length ? Number((values.reduce((sum, one) => sum + one, 0) / values.length).toFixed(6)) : null,
    min: values.length ? Math.min(...values) : null,
    max: values.length ? Math.max(...values) : null,
    outside,
    judgement: taken.length === 0 ? (item.required ? 'open' : 'notNeeded') : outside > 0 ? 'notOk' : 'ok',
  }
}

export interface Inspected extends Plan {
  readonly sampling: Sampling | null
  readonly items: readonly Item[]
  readonly readings: readonly Reading[]
  /** Number of inspected packages or pieces. */
  readonly examined: number | null
  /** Nonconforming ones in addition to those found by readings, such as torn bags or stained cores. */
  readonly defects: number | null
}
/**
 * Returns the count that exceeds its limit: more inspected than arrived, or more defects than inspected; null if both
 * fit.
 */
export function countProblem({
  lotSize,
  examined,
  defects,
}: {
  readonly lotSize?: number | null
  readonly examined?: number | null
  readonly defects?: number | null
}): { readonly field: 'examined' | 'defects'; readonly limit: number } | null {
  if (examined == null) return null
  if (lotSize != null && examined > lotSize) return { field: 'examined', limit: lotSize }
  return defects != null && defects > examined ? { field: 'defects', limit: examined } : null
}
export interface Judged {
  readonly items: JudgedItem[]
  /** Number of nonconforming packages or pieces. */
  readonly nonconforming: number
  readonly result: Result
}
/**
 * Judges an inspection as a whole. By attributes the number of nonconforming pieces decides; otherwise every reading
 * must be within its limits. The result stays open until the sample is complete and every required item has a reading,
 * unless the inspection has failed already.
 */
export function judge(inspected: Inspected): Judged {
  const { items, readings, sampling, sampleSize, acceptNumber, defects } = inspected
  const judged = items.map((item, i) =>
    judgeItem(
      item,
      readings.filter((one) => one.item === i),
    ),
  )
  const nonconforming = nonconformingPieces(items, readings) + (defects ?? 0)
  const failed = acceptNumber === null ? nonconforming > 0 : nonconforming > acceptNumber
  const complete =
    sampling === 'none' ||
    (sampleSize !== null &&
      (inspected.examined ?? 0) >= sampleSize &&
      judged.every(({ judgement }) => judgement !== 'open'))
  return { items: judged, nonconforming, result: failed ? 'fail' : complete ? 'pass' : 'open' }
}
/**
 * Counts pieces with at least one reading outside its limits. A reading without a sample number counts as its own
 * piece.
 */
function nonconformingPieces(items: readonly Item[], readings: readonly Reading[]): number {
  const wrong = readings.filter((one) => items[one.item] && isOutside(items[one.item]!, one))
  const named = new Set(wrong.flatMap(({ sample }) => (sample === null ? [] : [sample])))
  return named.size + wrong.filter(({ sample }) => sample === null).length
}
