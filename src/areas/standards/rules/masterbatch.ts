/** Calibration of a masterbatch: addition per line, and colour difference from the master. */
import { calculateDeltaE2000, calculateDeltaE76, type LabColor } from './colour'
import { checkDuplicate, type ContentProblem } from './content'
import { roundToHundredth } from '@/plant/rules/quantity'

/** Colour difference formulas that the tolerance can apply to. */
export const deltaEFormulas = ['cie76', 'ciede2000'] as const

export interface ColorMeasurement {
  readonly takenOn: string | null
  readonly lineId: string | null
  readonly l: number
  readonly a: number
  readonly b: number
  /** ΔE*ab from the master; null without a complete master colour. */
  readonly deltaE: number | null
  readonly deltaE2000: number | null
}
export interface MasterbatchContent {
  readonly additions: readonly { readonly lineId: string; readonly percent: number }[]
  readonly masterL: number | null
  readonly masterA: number | null
  readonly masterB: number | null
  readonly formula: (typeof deltaEFormulas)[number]
  readonly tolerance: number | null
  readonly measured: readonly ColorMeasurement[]
}
type MasterColorFields = Pick<MasterbatchContent, 'masterL' | 'masterA' | 'masterB'>

const getMasterColor = ({ masterL: l, masterA: a, masterB: b }: MasterColorFields): LabColor | null =>
  l === null || a === null || b === null ? null : { l, a, b }

/** Returns the measurements with their difference from the master in both formulas, rounded to hundredths. */
export function calculateColorDifferences({
  measured,
  ...content
}: MasterColorFields & Pick<MasterbatchContent, 'measured'>): ColorMeasurement[] {
  const master = getMasterColor(content)
  return measured.map((measurement) => ({
    ...measurement,
    deltaE: master && roundToHundredth(calculateDeltaE76(master, measurement)),
    deltaE2000: master && roundToHundredth(calculateDeltaE2000(master, measurement)),
  }))
}
/** Returns the largest difference by the chosen formula; null without a measurement or a master colour. */
export function calculateWorstDifference(
  content: MasterColorFields & Pick<MasterbatchContent, 'measured' | 'formula'>,
): number | null {
  const differences = calculateColorDifferences(content).map((measurement) =>
    content.formula === 'ciede2000' ? measurement.deltaE2000 : measurement.deltaE,
  )
  return differences.reduce<number | null>(
    (worst, difference) => (difference !== null && (worst === null || difference > worst) ? difference : worst),
    null,
  )
}

/** Finds duplicate lines and an incomplete master colour. */
export function findMasterbatchProblems({ additions, ...content }: MasterbatchContent): ContentProblem[] {
  const masterFields = ['masterL', 'masterA', 'masterB'] as const
  const missingMasterFields = masterFields.filter((name) => content[name] === null)
  return [
    ...additions.flatMap((_, i) => checkDuplicate(additions, i, ({ lineId }) => lineId, ['additions', i, 'lineId'])),
    ...(missingMasterFields.length < masterFields.length
      ? missingMasterFields.map((name) => ({ path: [name], code: 'missing' as const }))
      : []),
  ]
}
/**
 * Returns the largest difference and the tolerance, if the difference exceeds the tolerance; otherwise null, also if
 * one of them is missing.
 */
export function getExceededTolerance(
  content: MasterColorFields & Pick<MasterbatchContent, 'measured' | 'formula' | 'tolerance'>,
): { readonly worst: number; readonly tolerance: number } | null {
  const { tolerance } = content
  // The measurements of an unfinished form may lack values.
  const measured = content.measured.filter((measurement) =>
    [measurement.l, measurement.a, measurement.b].every(Number.isFinite),
  )
  const worst = calculateWorstDifference({ ...content, measured })
  return tolerance !== null && worst !== null && worst > tolerance ? { worst, tolerance } : null
}
/** Returns why the calibration cannot be submitted, or null. */
export function getMasterbatchSubmitBlocker(content: MasterbatchContent): 'empty' | 'outOfTolerance' | null {
  if (content.additions.length === 0 || getMasterColor(content) === null || content.measured.length === 0)
    return 'empty'
  return getExceededTolerance(content) ? 'outOfTolerance' : null
}
