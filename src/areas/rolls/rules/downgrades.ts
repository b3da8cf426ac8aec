/** Merges downgrades 降等 that several people enter for one roll; nobody's entry overwrites another's. */
import { gradeOf } from './order-figures'
import { gradeKg, type Downgrade, type Grade } from './slit-roll'

export interface DowngradeLine {
  readonly fromM: number
  readonly toM: number
  readonly grade: string
  readonly defect: string
}
/** Returns the problem of a downgrade's metres on a roll of the given length; null if they lie on it. */
export function spanProblem(
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
export const newLines = <L extends DowngradeLine>(all: readonly L[], known: readonly DowngradeLine[]): L[] =>
  all.filter((line) => !known.some((one) => isSameDowngrade(one, line)))

/**
 * Merges the lines a person submits into the current ones. Lines added since `seenLines` are added; lines that somebody
 * took back meanwhile are not re-added. Nothing is removed, as removal needs a reason (see `takeBackDowngrades`).
 */
export const mergedDowngrades = <L extends DowngradeLine>(
  now: readonly L[],
  wanted: readonly L[],
  seen: readonly DowngradeLine[] | null | undefined,
): L[] => [...now, ...newLines(newLines(wanted, seen ?? []), now)]
/**
 * Returns current lines that the person saw but did not submit. Without `seenLines` the person is assumed to have seen
 * all.
 */
export const leftOut = <L extends DowngradeLine>(
  now: readonly L[],
  wanted: readonly DowngradeLine[],
  seen: readonly DowngradeLine[] | null | undefined,
): L[] => newLines(seen ? now.filter((line) => seen.some((one) => isSameDowngrade(one, line))) : now, wanted)

/** A taken-back downgrade remains readable with its kilograms, its reason, and who took it back, when and why. */
export interface TakenBackLine<L extends DowngradeLine> {
  readonly fromM: number
  readonly toM: number
  readonly grade: L['grade']
  readonly defect: L['defect']
  readonly kg: number
  readonly reason: string | null
  readonly why: string
  readonly userId: string
  readonly at: string
}
type SaidLine = DowngradeLine & Downgrade & { readonly reason: string | null }
/** Removes downgrades from a roll and regrades it; null if none of them is still in place. */
export function withoutDowngrades<L extends SaidLine>(
  roll: {
    readonly lengthM: number | null
    readonly kg: number | null
    readonly downgrades: readonly L[]
    readonly takenBackDowngrades: readonly TakenBackLine<L>[]
  },
  lines: readonly DowngradeLine[],
  { why, at, personId }: { readonly why: string; readonly at: string; readonly personId: string },
): { downgrades: L[]; takenBackDowngrades: TakenBackLine<L>[]; grade: Grade } | null {
  const gone = roll.downgrades.filter((one) => lines.some((line) => isSameDowngrade(one, line)))
  if (gone.length === 0) return null
  const downgrades = newLines(roll.downgrades, gone)
  const lengthM = roll.lengthM ?? 0
  const whole = roll.kg ?? 0
  const history = gone.map(({ fromM, toM, grade, defect, reason }): TakenBackLine<L> => {
    const { good } = gradeKg(whole, lengthM, [{ fromM, toM, grade }])
    return {
      fromM,
      toM,
      grade,
      defect,
      kg: Math.round((whole - good) * 1000) / 1000,
      reason,
      why,
      userId: personId,
      at,
    }
  })
  return {
    downgrades,
    takenBackDowngrades: [...roll.takenBackDowngrades, ...history],
    grade: gradeOf(downgrades, lengthM),
  }
}
/** Returns the lines to take back that are neither current nor already taken back. */
export const unknownLines = (
  roll: { readonly downgrades: readonly DowngradeLine[]; readonly takenBackDowngrades: readonly DowngradeLine[] },
  lines: readonly DowngradeLine[],
): DowngradeLine[] => newLines(lines, [...roll.downgrades, ...roll.takenBackDowngrades])
