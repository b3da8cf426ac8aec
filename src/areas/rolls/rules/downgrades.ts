/** Merges downgrades 降等 that several people enter for one roll. No entry overwrites another. */
import { roundToGram } from '@/plant/rules/quantity'
import { determineGrade } from './order-roll-metrics'
import { divideKgByGrade, type Downgrade, type Grade } from './grade'

/** One entry in a roll's list of downgrades: the metres, their grade and the defect that caused it. */
export interface DowngradeEntry {
  readonly fromM: number
  readonly toM: number
  readonly grade: string
  readonly defect: string
}
/**
 * Returns the problem of a downgrade on a roll of the given length; null if its metres lie on the roll. Code `outside`:
 * the metre exceeds the roll. Code `order`: the end comes before the start.
 */
export function findSpanProblem(
  { fromM, toM }: Pick<DowngradeEntry, 'fromM' | 'toM'>,
  lengthM: number,
): { field: 'fromM' | 'toM'; code: 'outside' | 'order' } | null {
  if (fromM >= lengthM) return { field: 'fromM', code: 'outside' }
  if (toM > lengthM) return { field: 'toM', code: 'outside' }
  return toM <= fromM ? { field: 'toM', code: 'order' } : null
}
/** True if both entries describe the same downgrade. */
export const isSameDowngrade = (a: DowngradeEntry, b: DowngradeEntry): boolean =>
  a.fromM === b.fromM && a.toM === b.toM && a.grade === b.grade && a.defect === b.defect

/** Returns the downgrades that are not among `existingDowngrades`. */
export const filterNewDowngrades = <L extends DowngradeEntry>(
  downgrades: readonly L[],
  existingDowngrades: readonly DowngradeEntry[],
): L[] => downgrades.filter((downgrade) => !existingDowngrades.some((other) => isSameDowngrade(other, downgrade)))

/**
 * Merges the downgrades that a person submits (`submittedDowngrades`) into the current downgrades. Adds only submitted
 * downgrades that the person has not seen before, so that a downgrade taken back in the meantime is not added again.
 * Removes none, because taking back a downgrade needs a reason (see `takeBackDowngrades`).
 */
export const mergeDowngrades = <L extends DowngradeEntry>(
  currentDowngrades: readonly L[],
  submittedDowngrades: readonly L[],
  seenDowngrades: readonly DowngradeEntry[] | null | undefined,
): L[] => [
  ...currentDowngrades,
  ...filterNewDowngrades(filterNewDowngrades(submittedDowngrades, seenDowngrades ?? []), currentDowngrades),
]
/**
 * Returns current downgrades that the person saw but did not submit. Without `seenDowngrades` the person is assumed to have seen
 * all current downgrades.
 */
export const findOmittedDowngrades = <L extends DowngradeEntry>(
  currentDowngrades: readonly L[],
  submittedDowngrades: readonly DowngradeEntry[],
  seenDowngrades: readonly DowngradeEntry[] | null | undefined,
): L[] =>
  filterNewDowngrades(
    seenDowngrades
      ? currentDowngrades.filter((downgrade) => seenDowngrades.some((seen) => isSameDowngrade(seen, downgrade)))
      : currentDowngrades,
    submittedDowngrades,
  )

/** A downgrade that a person took back. */
export interface TakenBackDowngrade<L extends DowngradeEntry> {
  readonly fromM: number
  readonly toM: number
  readonly grade: L['grade']
  readonly defect: L['defect']
  readonly kg: number
  /** Why the metres were downgraded. */
  readonly reason: string | null
  /** Why the downgrade was taken back. */
  readonly why: string
  /** The person who took it back. */
  readonly userId: string
  /** When it was taken back, ISO time. */
  readonly at: string
}
type ReasonedDowngrade = DowngradeEntry & Downgrade & { readonly reason: string | null }
/** Takes downgrades of a roll back and regrades the roll. Returns null if the roll has none of these downgrades. */
export function takeBackDowngrades<L extends ReasonedDowngrade>(
  roll: {
    readonly lengthM: number | null
    readonly kg: number | null
    readonly downgrades: readonly L[]
    readonly takenBackDowngrades: readonly TakenBackDowngrade<L>[]
  },
  downgradesToTakeBack: readonly DowngradeEntry[],
  { why, at, personId }: { readonly why: string; readonly at: string; readonly personId: string },
): { downgrades: L[]; takenBackDowngrades: TakenBackDowngrade<L>[]; grade: Grade } | null {
  const matchingDowngrades = roll.downgrades.filter((downgrade) =>
    downgradesToTakeBack.some((other) => isSameDowngrade(downgrade, other)),
  )
  if (matchingDowngrades.length === 0) return null
  const downgrades = filterNewDowngrades(roll.downgrades, matchingDowngrades)
  const lengthM = roll.lengthM ?? 0
  const rollKg = roll.kg ?? 0
  const takenBackEntries = matchingDowngrades.map(({ fromM, toM, grade, defect, reason }): TakenBackDowngrade<L> => {
    const { good } = divideKgByGrade(rollKg, lengthM, [{ fromM, toM, grade }])
    return {
      fromM,
      toM,
      grade,
      defect,
      kg: roundToGram(rollKg - good),
      reason,
      why,
      userId: personId,
      at,
    }
  })
  return {
    downgrades,
    takenBackDowngrades: [...roll.takenBackDowngrades, ...takenBackEntries],
    grade: determineGrade(downgrades, lengthM),
  }
}
/** Returns the downgrades of the list `downgrades` that the roll neither has nor had: neither current nor already taken back. */
export const findUnknownDowngrades = (
  roll: { readonly downgrades: readonly DowngradeEntry[]; readonly takenBackDowngrades: readonly DowngradeEntry[] },
  downgrades: readonly DowngradeEntry[],
): DowngradeEntry[] => filterNewDowngrades(downgrades, [...roll.downgrades, ...roll.takenBackDowngrades])
