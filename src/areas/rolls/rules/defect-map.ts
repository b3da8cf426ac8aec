/** Locates defects on a jumbo roll by metre and position across the web, and assigns them to slit rolls. */
import type { LanePosition } from '@/areas/orders/rules/slitting-pattern'

/** Types of defects 疵点 as the plant names them. */
export const defectKinds = [
  'flyFibre',
  'lump',
  'foldedWeb',
  'streak',
  'thinWeb',
  'brokenFilament',
  'drip',
  'marriedFilaments',
  'gel',
  'hole',
  'oilStain',
  'insect',
  'shade',
  'wrinkle',
  'unevenEdge',
  'wrongWidth',
  'wrongWeight',
  'lowStrength',
  'tooManySplices',
] as const
export type DefectKind = (typeof defectKinds)[number]

export interface Defect {
  readonly kind: string
  /** Metres from the start of winding. */
  readonly fromM: number
  readonly toM: number
  /** Millimetres from the operator's side; null if the defect spans the whole width. */
  readonly fromMm: number | null
  readonly toMm: number | null
}
export interface SlitSpan {
  readonly set: number
  readonly fromM: number
  readonly toM: number
}

/**
 * Returns the metres of the jumbo that each set takes. The slitter unwinds from the outside, so the first set holds the
 * metres wound last.
 * @param lengths lengths of the sets in cutting order, in m
 */
export function getSetSpans(jumboLengthM: number, lengths: readonly number[]): SlitSpan[] {
  let endM = jumboLengthM
  return lengths.map((length, i) => {
    const span = { set: i + 1, fromM: Math.max(0, endM - length), toM: endM }
    endM = span.fromM
    return span
  })
}
/** Returns the defects that touch a slit roll, clipped to its span in metres of the jumbo. */
export function clipDefectsToRoll(
  defects: readonly Defect[],
  span: Pick<SlitSpan, 'fromM' | 'toM'>,
  position: Pick<LanePosition, 'from' | 'width'>,
): Defect[] {
  return defects.flatMap((defect) => {
    const fromM = Math.max(defect.fromM, span.fromM)
    const toM = Math.min(Math.max(defect.toM, defect.fromM), span.toM)
    const overlapsLane =
      (defect.fromMm ?? -Infinity) < position.from + position.width &&
      (defect.toMm ?? defect.fromMm ?? Infinity) >= position.from
    // A defect at the very end of the span belongs to the set that begins there.
    return fromM <= toM && fromM < span.toM && overlapsLane ? [{ ...defect, fromM, toM }] : []
  })
}
/**
 * Returns the defects on the remaining metres of a jumbo. The slitter unwinds from the outside, so these are the first
 * metres.
 * @param leftM null if nothing has been cut
 */
export const filterRemainingDefects = <D extends Defect>(defects: readonly D[], leftM: number | null): readonly D[] =>
  leftM === null ? defects : defects.filter(({ fromM }) => fromM < leftM)
/**
 * Returns the invalid fields of an entered defect; empty if the defect lies on the roll. Code `outside`: the value
 * exceeds the roll. Code `order`: the end comes before the start.
 */
export function findDefectProblems(
  defect: Defect,
  roll: { lengthM: number; widthMm: number },
): { field: 'fromM' | 'toM' | 'fromMm' | 'toMm'; code: 'outside' | 'order' }[] {
  const problems: ReturnType<typeof findDefectProblems> = []
  if (defect.fromM < 0 || defect.fromM > roll.lengthM) problems.push({ field: 'fromM', code: 'outside' })
  if (defect.toM > roll.lengthM) problems.push({ field: 'toM', code: 'outside' })
  else if (defect.toM < defect.fromM) problems.push({ field: 'toM', code: 'order' })
  if (defect.fromMm !== null && (defect.fromMm < 0 || defect.fromMm > roll.widthMm))
    problems.push({ field: 'fromMm', code: 'outside' })
  if (defect.toMm !== null && defect.toMm > roll.widthMm) problems.push({ field: 'toMm', code: 'outside' })
  else if (defect.toMm !== null && defect.toMm < (defect.fromMm ?? 0)) problems.push({ field: 'toMm', code: 'order' })
  return problems
}
