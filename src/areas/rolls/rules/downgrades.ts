/** Downgrades 降等 of one roll, said by several people: none takes away what another has said meanwhile. */
import { gradeOf } from './order-figures'
import { gradeKg, type Downgrade, type Grade } from './slit-roll'

export interface DowngradeLine {
  readonly fromM: number
  readonly toM: number
  readonly grade: string
  readonly defect: string
}
/** What is wrong with the metres of a downgrade on a roll so long, and at which of them; null when they lie on it. */
export function spanProblem(
  { fromM, toM }: Pick<DowngradeLine, 'fromM' | 'toM'>,
  lengthM: number,
): { field: 'fromM' | 'toM'; code: 'outside' | 'order' } | null {
  if (fromM >= lengthM) return { field: 'fromM', code: 'outside' }
  if (toM > lengthM) return { field: 'toM', code: 'outside' }
  return toM <= fromM ? { field: 'toM', code: 'order' } : null
}
/** Whether two name the same downgrade. */
export const isSameDowngrade = (a: DowngradeLine, b: DowngradeLine): boolean =>
  a.fromM === b.fromM && a.toM === b.toM && a.grade === b.grade && a.defect === b.defect

/** Those lines of `all` that do not stand among `known`. */
export const newLines = <L extends DowngradeLine>(all: readonly L[], known: readonly DowngradeLine[]): L[] =>
  all.filter((line) => !known.some((one) => isSameDowngrade(one, line)))

/**
 * What stands when a person who saw `seen` says `wanted`: the lines they added are added, but none that another has taken back
 * since they saw it; what others have said stays. Nothing is taken away so: that wants a reason, see `withoutDowngrades`.
 */
export const mergedDowngrades = <L extends DowngradeLine>(
  now: readonly L[],
  wanted: readonly L[],
  seen: readonly DowngradeLine[] | null | undefined,
): L[] => [...now, ...newLines(newLines(wanted, seen ?? []), now)]
/** Lines that still stand and that a person who saw them no longer says. Who does not tell what they saw has seen all. */
export const leftOut = <L extends DowngradeLine>(
  now: readonly L[],
  wanted: readonly DowngradeLine[],
  seen: readonly DowngradeLine[] | null | undefined,
): L[] => newLines(seen ? now.filter((line) => seen.some((one) => isSameDowngrade(one, line))) : now, wanted)

/** A downgrade that was taken back stays readable: the kilograms that it named, why it was said, and who took it back when and why. */
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
/** A roll without some of its downgrades, graded by what is left; null when none of them stands any more. */
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
/** Lines that a person wants to take back and that neither stand nor were taken back already. */
export const unknownLines = (
  roll: { readonly downgrades: readonly DowngradeLine[]; readonly takenBackDowngrades: readonly DowngradeLine[] },
  lines: readonly DowngradeLine[],
): DowngradeLine[] => newLines(lines, [...roll.downgrades, ...roll.takenBackDowngrades])
