/** Grades of rolls, and the downgrading of a roll in whole or in part. */
import { clipIntervals, calculateCoveredLength } from '@/plant/rules/intervals'
import { roundToGram } from '@/plant/rules/quantity'

export const grades = ['good', 'downgraded', 'waste'] as const
export type Grade = (typeof grades)[number]

export interface Downgrade {
  readonly fromM: number
  readonly toM: number
  readonly grade: 'downgraded' | 'waste'
}
/**
 * Divides the mass of a roll by grade if parts of the roll are downgraded 降等. Metres with several downgrades count
 * once, with the worst grade.
 * @returns kg by grade, adding up to `kg` to the gram
 */
export function divideKgByGrade(kg: number, lengthM: number, downgrades: readonly Downgrade[]): Record<Grade, number> {
  const wasteMetres = calculateCoveredMetres(
    downgrades.filter((downgrade) => downgrade.grade === 'waste'),
    lengthM,
  )
  const notGoodMetres = calculateCoveredMetres(downgrades, lengthM)
  const toShareKg = (metres: number) => (lengthM > 0 ? roundToGram((kg * metres) / lengthM) : 0)
  const wasteKg = toShareKg(wasteMetres)
  const downgradedKg = roundToGram(toShareKg(notGoodMetres) - wasteKg)
  return { good: roundToGram(kg - wasteKg - downgradedKg), downgraded: downgradedKg, waste: wasteKg }
}
/** Returns the metres of the roll that any of the spans covers. */
const calculateCoveredMetres = (spans: readonly { fromM: number; toM: number }[], lengthM: number): number =>
  calculateCoveredLength(
    clipIntervals(
      spans.map(({ fromM, toM }) => ({ from: fromM, to: toM })),
      { from: 0, to: lengthM },
    ),
  )
