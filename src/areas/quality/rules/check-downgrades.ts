/** Determines the metres that a failed check 质量检验 concerns, and keeps track of the downgrades that the check made. */
import { isSameDowngrade } from '@/areas/rolls/rules/downgrades'
import { getInheritedDowngrades, type RollPosition } from '@/areas/slitting/rules/slit-set'
import type { Downgrade } from '@/areas/rolls/rules/grade'
import type { CheckDefect } from './quality-check'
import { roundToGram } from '@/plant/rules/quantity'

export interface PlacedDefect extends CheckDefect {
  readonly kind: string
  readonly lane?: number | null
  readonly note?: string | null
  readonly fromM?: number | null
  readonly toM?: number | null
}
/**
 * Returns the first entered metre beyond the end of the roll, with the index of its defect. Null if all metres lie on
 * the roll, or if its length is unknown.
 */
export function findMetreBeyondEnd(
  defects: readonly Pick<PlacedDefect, 'fromM' | 'toM'>[],
  lengthM: number | null,
): { readonly defectIndex: number; readonly metre: number; readonly length: number } | null {
  if (lengthM === null) return null
  for (const [defectIndex, { fromM, toM }] of defects.entries())
    for (const metre of [fromM, toM])
      if (metre != null && metre > lengthM) return { defectIndex, metre, length: lengthM }
  return null
}
export interface FailedSpan {
  readonly fromM: number
  readonly toM: number
  readonly kind: string | null
  readonly lane: number | null
  readonly note: string | null
}
/**
 * Returns the spans of metres that a failed check concerns: one span for each major defect; a point counts as one
 * metre. A defect without metres, and a check that failed by its readings alone, concern the whole roll.
 */
export function getFailedSpans(defects: readonly PlacedDefect[], lengthM: number): FailedSpan[] {
  const majorDefects = defects.filter(({ severity }) => severity !== 'minor')
  if (majorDefects.length === 0) return [{ fromM: 0, toM: lengthM, kind: null, lane: null, note: null }]
  return majorDefects.flatMap(({ kind, fromM, toM, lane = null, note = null }) => {
    const defectFields = { kind, lane, note }
    if (fromM == null) return [{ fromM: 0, toM: lengthM, ...defectFields }]
    const startM = Math.min(fromM, Math.max(0, lengthM - 1))
    const endM = Math.min(Math.max(toM ?? startM, startM + 1), lengthM)
    return endM > startM ? [{ fromM: startM, toM: endM, ...defectFields }] : []
  })
}

/**
 * True if a failed check of a jumbo concerns metres that lie in the given slit roll.
 * @param lengthM length of the jumbo, m
 */
export const isSlitRollAffected = (
  defects: readonly PlacedDefect[],
  lengthM: number,
  roll: RollPosition & { readonly lane: number },
): boolean =>
  getFailedSpans(defects, lengthM).some(
    (span) =>
      (span.lane ?? roll.lane) === roll.lane &&
      getInheritedDowngrades([{ ...span, grade: 'downgraded' }], roll).length > 0,
  )

/** A downgrade made by a check, in metres of the checked roll, with the kg still downgraded by it. */
export interface CheckDowngrade<G extends string = string, D extends string = string> {
  readonly fromM: number
  readonly toM: number
  readonly grade: G
  readonly defect: D
  readonly lane?: number | null
  readonly kg: number
}
type WithdrawnDowngrade = Omit<CheckDowngrade, 'lane'>
type SlitRollPlace = RollPosition & { readonly id: string; readonly lane: number }

/**
 * Takes withdrawn downgrades of a roll (`lines`) off the downgrades that a check made, and returns the rest; null if
 * nothing changes. A downgrade that replaces a withdrawn one (`by`) takes its place. A check of the jumbo keeps its
 * downgrade when a slit roll withdraws its inherited part, less the kg of that part.
 * @param slit the slit roll whose downgrades were withdrawn; null for downgrades of the jumbo
 */
export function subtractWithdrawnDowngrades<L extends CheckDowngrade>(
  check: { readonly slitRollId: string | null; readonly downgradedLines: readonly L[] },
  {
    slit: slitRoll,
    lines: withdrawnDowngrades,
    by: replacement,
  }: {
    readonly slit: SlitRollPlace | null
    readonly lines: readonly WithdrawnDowngrade[]
    readonly by: Omit<WithdrawnDowngrade, 'kg'> | null
  },
): L[] | null {
  const { slitRollId, downgradedLines: checkDowngrades } = check
  if (slitRollId !== null && slitRollId !== slitRoll?.id) return null
  const isInherited = slitRollId === null && slitRoll !== null
  // A stricter downgrade of the slit roll does not lift the inherited one.
  if (isInherited && replacement) return null
  const subtractFromCheckedRoll = (downgrade: L): L[] => {
    const isWithdrawn = withdrawnDowngrades.some((withdrawn) => isSameDowngrade(withdrawn, downgrade))
    if (!isWithdrawn) return [downgrade]
    return replacement ? [{ ...downgrade, ...pickSpanAndGrade(replacement) }] : []
  }
  const subtractFromJumbo = (downgrade: L, place: SlitRollPlace): L[] => {
    const [inherited] =
      (downgrade.lane ?? place.lane) === place.lane ? getInheritedDowngrades([downgrade as L & Downgrade], place) : []
    const withdrawn = inherited && withdrawnDowngrades.find((candidate) => isSameDowngrade(candidate, inherited))
    if (!withdrawn) return [downgrade]
    const kg = roundToGram(downgrade.kg - withdrawn.kg)
    return kg > 0 ? [{ ...downgrade, kg }] : []
  }
  const remainingDowngrades = checkDowngrades.flatMap((downgrade) =>
    isInherited ? subtractFromJumbo(downgrade, slitRoll) : subtractFromCheckedRoll(downgrade),
  )
  const isUnchanged =
    remainingDowngrades.length === checkDowngrades.length &&
    remainingDowngrades.every((downgrade, index) => downgrade === checkDowngrades[index])
  return isUnchanged ? null : remainingDowngrades
}
const pickSpanAndGrade = ({ fromM, toM, grade, defect }: Omit<WithdrawnDowngrade, 'kg'>) => ({
  fromM,
  toM,
  grade,
  defect,
})
/** Merges new downgrades of a check into its existing ones. The kg of equal downgrades are added up. */
export function mergeCheckDowngrades<L extends CheckDowngrade>(
  existingDowngrades: readonly L[],
  newDowngrades: readonly L[],
): L[] {
  const isSameInLane = (a: L, b: L) => isSameDowngrade(a, b) && (a.lane ?? null) === (b.lane ?? null)
  return [
    ...existingDowngrades.filter((line) => !newDowngrades.some((other) => isSameInLane(other, line))),
    ...newDowngrades.map((line) => ({
      ...line,
      kg: roundToGram(line.kg + (existingDowngrades.find((other) => isSameInLane(other, line))?.kg ?? 0)),
    })),
  ]
}
/** Returns the sum of downgraded kg, rounded to grams. */
export const sumDowngradedKg = (lines: readonly Pick<CheckDowngrade, 'kg'>[]): number =>
  roundToGram(lines.reduce((sum, { kg }) => sum + kg, 0))
