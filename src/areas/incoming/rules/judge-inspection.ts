/** Judges an inspection: sampling plan, each item against its limits, and the lot as a whole. */
import { isOutsideLimits } from '@/plant/rules/limits'
import { preferredAqls, type samplings } from '@/areas/standards/rules/material-standard'
import { getAttributePlan, type AttributePlan, type InspectionLevel, type InspectionSeverity } from './attribute-plan'

export type Sampling = (typeof samplings)[number]
export const itemJudgements = ['open', 'ok', 'notOk', 'notNeeded'] as const
export const inspectionResults = ['open', 'pass', 'fail'] as const
export type InspectionResult = (typeof inspectionResults)[number]

export interface SamplingInput {
  readonly sampling: Sampling | null
  readonly level: InspectionLevel | null
  /** Percent nonconforming. */
  readonly aql: number | null
  readonly severity: InspectionSeverity
  /** Packages (GB/T 6678) or pieces in the lot; null: not counted yet. */
  readonly lotSize: number | null
}
export interface SamplingPlan {
  readonly sampleSize: number | null
  readonly codeLetter: string | null
  readonly acceptNumber: number | null
  readonly rejectNumber: number | null
}
const NO_PLAN_NUMBERS = { codeLetter: null, acceptNumber: null, rejectNumber: null } as const

/** Builds the sampling plan: sample size and, for inspection by attributes, acceptance and rejection numbers. */
export function buildSamplingPlan({ sampling, level, aql, severity, lotSize }: SamplingInput): SamplingPlan {
  if (sampling === 'none') return { sampleSize: 0, ...NO_PLAN_NUMBERS }
  if (sampling === null || lotSize === null) return { sampleSize: null, ...NO_PLAN_NUMBERS }
  if (sampling === 'gbt6678') return { sampleSize: countPackagesToSample(lotSize), ...NO_PLAN_NUMBERS }
  // Without a usable plan, every piece is inspected.
  if (sampling === 'all' || level === null || aql === null || !preferredAqls.includes(aql))
    return { sampleSize: lotSize, ...NO_PLAN_NUMBERS }
  const { letter, sampleSize, accept, reject }: AttributePlan = getAttributePlan(lotSize, level, aql, severity)
  return { sampleSize, codeLetter: letter, acceptNumber: accept, rejectNumber: reject }
}

export interface InspectionItemLimits {
  readonly low: number | null
  readonly high: number | null
  readonly required: boolean
  /**
   * Decimals of the test index; limits may have more. Null without a test index: a reading is compared unrounded, because
   * the zeros at the end of a stored limit are lost, and 5.4 must not pass a limit of 5.0.
   */
  readonly digits: number | null
}
export interface ItemReading {
  /** Index of the item in the list, from 0. */
  readonly item: number
  /** Number of the package or piece; null: a mixed sample. */
  readonly sample: number | null
  readonly value: number | null
  /** Verdict for an item without a numeric value, such as appearance. */
  readonly ok: boolean | null
}
export interface JudgedItem {
  /** Number of readings. */
  readonly n: number
  readonly mean: number | null
  readonly min: number | null
  readonly max: number | null
  /** Number of readings outside the limits. */
  readonly outside: number
  readonly judgement: (typeof itemJudgements)[number]
}

/**
 * True if a reading is outside the limits, which are inclusive. The reading is rounded to `digits` decimals before the
 * comparison (修约值比较).
 */
export function isOutsideItemLimits(
  { low, high, digits }: Omit<InspectionItemLimits, 'required'>,
  { value, ok }: ItemReading,
): boolean {
  return ok === false || isOutsideLimits(value, { low, high }, digits)
}
const hasReading = ({ value, ok }: ItemReading): boolean => value !== null || ok !== null

/** Judges one item by its readings. */
export function judgeItem(item: InspectionItemLimits, readings: readonly ItemReading[]): JudgedItem {
  const enteredReadings = readings.filter(hasReading)
  const values = enteredReadings.flatMap(({ value }) => (value === null ? [] : [value]))
  const outsideCount = enteredReadings.filter((reading) => isOutsideItemLimits(item, reading)).length
  return {
    n: enteredReadings.length,
    mean: values.length ? Number((values.reduce((sum, reading) => sum + reading, 0) / values.length).toFixed(6)) : null,
    min: values.length ? Math.min(...values) : null,
    max: values.length ? Math.max(...values) : null,
    outside: outsideCount,
    judgement: getItemJudgement(item, enteredReadings.length, outsideCount),
  }
}
function getItemJudgement(
  { required }: InspectionItemLimits,
  readingCount: number,
  outsideCount: number,
): JudgedItem['judgement'] {
  if (readingCount === 0) return required ? 'open' : 'notNeeded'
  return outsideCount > 0 ? 'notOk' : 'ok'
}

export interface InspectionInput extends SamplingPlan {
  readonly sampling: Sampling | null
  readonly items: readonly InspectionItemLimits[]
  readonly readings: readonly ItemReading[]
  /** Number of inspected packages or pieces. */
  readonly examined: number | null
  /** Number of nonconforming pieces that no reading shows, such as torn bags or stained cores. */
  readonly defects: number | null
}
/**
 * Returns the count that exceeds its limit: more pieces inspected than in the lot, or more defects than inspected
 * pieces. Null if both counts are possible.
 */
export function findCountProblem({
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
export interface InspectionJudgement {
  readonly items: JudgedItem[]
  /** Number of nonconforming packages or pieces. */
  readonly nonconforming: number
  readonly result: InspectionResult
}
/**
 * Judges an inspection as a whole. In an inspection by attributes the number of nonconforming pieces decides; otherwise
 * every reading must be within its limits. The result is open until the sample is complete and every required item has
 * a reading, unless the inspection has already failed.
 */
export function judgeInspection(inspection: InspectionInput): InspectionJudgement {
  const { items, readings, sampling, sampleSize, acceptNumber, defects } = inspection
  const judgedItems = items.map((item, i) =>
    judgeItem(
      item,
      readings.filter((reading) => reading.item === i),
    ),
  )
  const nonconforming = countNonconforming(items, readings) + (defects ?? 0)
  const hasFailed = acceptNumber === null ? nonconforming > 0 : nonconforming > acceptNumber
  const isComplete =
    sampling === 'none' ||
    (sampleSize !== null &&
      (inspection.examined ?? 0) >= sampleSize &&
      judgedItems.every(({ judgement }) => judgement !== 'open'))
  const resultUnlessFailed = isComplete ? 'pass' : 'open'
  return { items: judgedItems, nonconforming, result: hasFailed ? 'fail' : resultUnlessFailed }
}
/**
 * Counts pieces with at least one reading outside its limits. A reading without a sample number counts as its own
 * piece.
 */
function countNonconforming(items: readonly InspectionItemLimits[], readings: readonly ItemReading[]): number {
  const outsideReadings = readings.filter(
    (reading) => items[reading.item] && isOutsideItemLimits(items[reading.item]!, reading),
  )
  const numberedSamples = new Set(outsideReadings.flatMap(({ sample }) => (sample === null ? [] : [sample])))
  return numberedSamples.size + outsideReadings.filter(({ sample }) => sample === null).length
}

/** Up to this number of packages, every package is sampled. */
const ALL_SAMPLED_UP_TO = 10
/** Up to this number of packages, `MIN_SAMPLED_PACKAGES` are sampled, more than the formula gives. */
const MINIMUM_SAMPLED_UP_TO = 49
/** Sample of a lot of which not every package is sampled. */
const MIN_SAMPLED_PACKAGES = 11

/**
 * Returns the number of packages to sample of a chemical product (bags of resin, drums of spin finish). The table of
 * GB/T 6678 ends at 512 packages and continues with n = 3 · ∛N. Except for its first two rows, the table equals the
 * rounded-up formula.
 * @param packages number of packages in the lot, an integer
 */
export function countPackagesToSample(packages: number): number {
  if (packages <= ALL_SAMPLED_UP_TO) return Math.max(0, packages)
  if (packages <= MINIMUM_SAMPLED_UP_TO) return MIN_SAMPLED_PACKAGES
  // Compares n³ with 27 · N in integers. In floating point, rounding up 3 · ∛N gives 19 instead of 18 for 216 packages.
  let sampledPackages = MIN_SAMPLED_PACKAGES
  while (sampledPackages ** 3 < 27 * packages) sampledPackages++
  return sampledPackages
}
