/** Merges downgrades 降等 that several people enter for one roll. No entry overwrites another. */
import { roundToGram } from '@/plant/rules/quantity'
import { determineGrade } from './order-roll-metrics'
import { divideKgByGrade, type Downgrade, type Grade } from './grade'

/** One entry in a roll's list of downgrades: the metres, their grade and the defect that caused it. */
export interface DowngradeLine {
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
  { fromM, toM }: Pick<DowngradeLine, 'fromM' | 'toM'>,
  lengthM: number,
): { field: 'fromM' | 'toM'; code: 'outside' | 'order' } | null {
  if (fromM >= lengthM) return { field: 'fromM', code: 'outside' }
  if (toM > lengthM) return { field: 'toM', code: 'outside' }
  return toM <= fromM ? { field: 'toM', code: 'order' } : null
}
/** True if both lines describe the same downgrade. */
export const isSameDowngrade = (a: DowngradeLine, b: DowngradeLine): boolean =>
  a.fromM === b.fromM && a.toM === b.toM && a.grade === b.grade && a.defect === b.defect

/** Returns the lines that are not among `knownLines`. */
export const filterNewLines = <L extends DowngradeLine>(
  lines: readonly L[],
  knownLines: readonly DowngradeLine[],
): L[] => lines.filter((line) => !knownLines.some((knownLine) => isSameDowngrade(knownLine, line)))

/**
 * Merges the downgrades that a person submits (`submittedLines`) into the current downgrades. Adds only submitted
 * downgrades that the person has not seen before, so that a downgrade taken back in the meantime is not added again.
 * Removes none, because taking back a downgrade needs a reason (see `takeBackDowngrades`).
 */
export const mergeDowngrades = <L extends DowngradeLine>(
  currentLines: readonly L[],
  submittedLines: readonly L[],
  seenLines: readonly DowngradeLine[] | null | undefined,
): L[] => [...currentLines, ...filterNewLines(filterNewLines(submittedLines, seenLines ?? []), currentLines)]
/**
 * Returns current lines that the person saw but did not submit. Without `seenLines` the person is assumed to have seen
 * all current lines.
 */
export const findOmittedLines = <L extends DowngradeLine>(
  currentLines: readonly L[],
  submittedLines: readonly DowngradeLine[],
  seenLines: readonly DowngradeLine[] | null | undefined,
): L[] =>
  filterNewLines(
    seenLines
      ? currentLines.filter((line) => seenLines.some((seenLine) => isSameDowngrade(seenLine, line)))
      : currentLines,
    submittedLines,
  )

/** A downgrade that a person took back. */
export interface TakenBackDowngrade<L extends DowngradeLine> {
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
type ReasonedDowngrade = DowngradeLine & Downgrade & { readonly reason: string | null }
/** Takes downgrades of a roll back and regrades the roll. Returns null if the roll has none of these downgrades. */
export function takeBackDowngrades<L extends ReasonedDowngrade>(
  roll: {
    readonly lengthM: number | null
    readonly kg: number | null
    readonly downgrades: readonly L[]
    readonly takenBackDowngrades: readonly TakenBackDowngrade<L>[]
  },
  lines: readonly DowngradeLine[],
  { why, at, personId }: { readonly why: string; readonly at: string; readonly personId: string },
): { downgrades: L[]; takenBackDowngrades: TakenBackDowngrade<L>[]; grade: Grade } | null {
  const takenBackLines = roll.downgrades.filter((downgrade) => lines.some((line) => isSameDowngrade(downgrade, line)))
  if (takenBackLines.length === 0) return null
  const downgrades = filterNewLines(roll.downgrades, takenBackLines)
  const lengthM = roll.lengthM ?? 0
  const rollKg = roll.kg ?? 0
  const takenBackEntries = takenBackLines.map(({ fromM, toM, grade, defect, reason }): TakenBackDowngrade<L> => {
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
/** Returns the entries of `lines` that the roll neither has nor had: neither current nor already taken back. */
export const findUnknownLines = (
  roll: { readonly downgrades: readonly DowngradeLine[]; readonly takenBackDowngrades: readonly DowngradeLine[] },
  lines: readonly DowngradeLine[],
): DowngradeLine[] => filterNewLines(lines, [...roll.downgrades, ...roll.takenBackDowngrades])
