/** Judges the measurements of a roll on the test bench: widths of lanes and of the web, and surfactant add-on. */
import { isOutsideLimits } from '@/plant/rules/limits'
import { roundToTenth, roundToThousandth } from '@/plant/rules/quantity'

export interface LaneWidth {
  readonly lane: number
  /** Width as set, mm. */
  readonly setMm?: number | null
  readonly measuredMm?: number | null
}
interface PatternLane {
  readonly width: number
  readonly count: number
}
/** Returns the lanes of a slitting pattern from one edge to the other, numbered from 1, in mm. */
export function expandSlittingPattern(pattern: readonly PatternLane[]): { lane: number; widthMm: number }[] {
  let lane = 0
  return pattern.flatMap(({ width, count }) => Array.from({ length: count }, () => ({ lane: ++lane, widthMm: width })))
}
/**
 * Returns the lanes to measure with their set widths; null without a pattern, or if a measured width would be
 * overwritten.
 */
export function buildLanesToMeasure(
  enteredLanes: readonly { readonly measuredMm?: number | null }[],
  pattern: readonly PatternLane[],
): { lane: number; setMm: number; measuredMm: null }[] | null {
  if (pattern.length === 0 || enteredLanes.some(({ measuredMm }) => measuredMm != null)) return null
  return expandSlittingPattern(pattern).map(({ lane, widthMm }) => ({ lane, setMm: widthMm, measuredMm: null }))
}
interface Limits {
  readonly low?: number | null
  readonly high?: number | null
}
/** Number of values outside the limits and the result; null if nothing was judged. */
interface LimitVerdict {
  readonly outOfLimits: number | null
  readonly result: 'ok' | 'notOk' | null
}
const NO_VERDICT: LimitVerdict = { outOfLimits: null, result: null }
/**
 * Judges values against their limits. Without limits there is no result, because a phone that has not loaded the limits yet
 * must not pass a roll.
 */
function judgeValues(values: readonly number[], { low, high }: Limits): LimitVerdict {
  if (values.length === 0 || (low == null && high == null)) return NO_VERDICT
  const outsideCount = values.filter((actual) => isOutsideLimits(actual, { low, high })).length
  return { outOfLimits: outsideCount, result: outsideCount > 0 ? 'notOk' : 'ok' }
}

export interface JudgedWidths extends LimitVerdict {
  /** Number of measured lanes. */
  readonly measured: number
  /**
   * Largest deviation from the set width in either direction, mm; negative if the lane is too narrow. Null without a
   * measured lane.
   */
  readonly worstMm: number | null
}
/**
 * Width verification 门幅验证: judges each lane against its set width. A deviation equal to the tolerance is accepted.
 * Widths and tolerance in mm; without a tolerance nothing is judged.
 */
export function judgeWidths(lanes: readonly LaneWidth[], toleranceMm: number | null | undefined): JudgedWidths {
  const deviations = lanes.flatMap(({ setMm, measuredMm }) =>
    setMm == null || measuredMm == null ? [] : [roundToTenth(measuredMm - setMm)],
  )
  return {
    measured: lanes.filter(({ measuredMm }) => measuredMm != null).length,
    worstMm:
      deviations.length === 0
        ? null
        : deviations.reduce((worstDeviation, deviation) =>
            Math.abs(deviation) > Math.abs(worstDeviation) ? deviation : worstDeviation,
          ),
    ...judgeValues(deviations, toleranceMm == null ? {} : { low: -toleranceMm, high: toleranceMm }),
  }
}

export interface OilingSample {
  /** Mass of the fabric without add-on, g. */
  readonly fabricG?: number | null
  /** Mass of the add-on (extracted, or the difference of two weighings), g. */
  readonly addOnG?: number | null
}
/** Significant digits without the floating-point errors of a quotient. */
const EXACT_DIGITS = 12
/** Returns the OPU in % before rounding, as it is judged; null without fabric mass. */
const calculateExactOpuPercent = ({ fabricG, addOnG }: OilingSample): number | null =>
  fabricG == null || addOnG == null || fabricG <= 0
    ? null
    : Number(((addOnG / fabricG) * 100).toPrecision(EXACT_DIGITS))
/**
 * Returns the OPU (oil pick-up) of a sample in %, three decimals: add-on mass ÷ fabric mass × 100; null without fabric
 * mass. The mass of the finish relates to the mass of the dry fabric, as is common for spin finish.
 */
export function calculateOpuPercent(sample: OilingSample): number | null {
  const opuPercent = calculateExactOpuPercent(sample)
  return opuPercent === null ? null : roundToThousandth(opuPercent)
}

/** Returns the upper OPU limit, for the message, if it is below the lower limit; else null. */
export const findCrossedUpperOpuLimit = ({
  lowPercent,
  highPercent,
}: {
  lowPercent?: unknown
  highPercent?: unknown
}) =>
  typeof lowPercent === 'number' && typeof highPercent === 'number' && lowPercent > highPercent ? highPercent : null

export interface JudgedOiling {
  /** Percentage for all samples together: Σ add-on ÷ Σ fabric. */
  readonly opu: number | null
  readonly lowest: number | null
  readonly highest: number | null
  readonly result: 'ok' | 'notOk' | null
}
/**
 * Oiling 上油: returns the mean by mass and the range of the samples, in %. The result is `ok` if every sample lies
 * within both limits before it is rounded; there is no result unless both limits are known.
 */
export function judgeOiling(samples: readonly OilingSample[], { low, high }: Limits): JudgedOiling {
  const weighedSamples = samples.filter((sample) => calculateExactOpuPercent(sample) !== null)
  const opuValues = weighedSamples.map((sample) => calculateExactOpuPercent(sample) as number)
  if (opuValues.length === 0) return { opu: null, lowest: null, highest: null, result: null }
  const sumField = (field: 'fabricG' | 'addOnG') =>
    weighedSamples.reduce((total, sample) => total + (sample[field] ?? 0), 0)
  return {
    opu: calculateOpuPercent({ fabricG: sumField('fabricG'), addOnG: sumField('addOnG') }),
    lowest: roundToThousandth(Math.min(...opuValues)),
    highest: roundToThousandth(Math.max(...opuValues)),
    result: judgeValues(opuValues, low == null || high == null ? {} : { low, high }).result,
  }
}

/**
 * Returns why widths of a product cannot be judged; null if a template names the product.
 * @returns `noCodeWidth` without any template; `otherCode` if templates name other products, with the name of the first
 */
export function findProductTemplateProblem(
  templates: readonly { readonly name: string; readonly productId: string | null }[],
  productId: string,
): { readonly refusalKey: 'noCodeWidth' | 'otherCode'; readonly templateName: string } | null {
  if (templates.some((template) => template.productId === productId)) return null
  const [firstTemplate] = templates
  return firstTemplate
    ? { refusalKey: 'otherCode', templateName: firstTemplate.name }
    : { refusalKey: 'noCodeWidth', templateName: '' }
}

export interface JudgedCodeWidth extends LimitVerdict {
  readonly mean: number | null
  readonly min: number | null
  readonly max: number | null
}
/**
 * Judges the widths measured along a roll by the limits of the template for its product code. All values in mm, the
 * mean to one decimal.
 */
export function judgeCodeWidths(
  widths: readonly { readonly widthMm?: number | null }[],
  limits: Limits,
): JudgedCodeWidth {
  const readings = widths.flatMap(({ widthMm }) => (widthMm == null ? [] : [widthMm]))
  const summary =
    readings.length === 0
      ? { mean: null, min: null, max: null }
      : {
          mean: roundToTenth(readings.reduce((sum, widthMm) => sum + widthMm, 0) / readings.length),
          min: Math.min(...readings),
          max: Math.max(...readings),
        }
  return { ...summary, ...judgeValues(readings, limits) }
}
