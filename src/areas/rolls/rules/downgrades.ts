/** Downgrades 降等 of one roll, said by several people: none takes away what another has said meanwhile. */
export interface DowngradeLine {
  readonly fromM: number
  readonly toM: number
  readonly grade: string
  readonly defect: string
}
const same = (a: DowngradeLine, b: DowngradeLine): boolean =>
  a.fromM === b.fromM && a.toM === b.toM && a.grade === b.grade && a.defect === b.defect

/** Those lines of `all` that do not stand among `known`. */
export const newLines = <L extends DowngradeLine>(all: readonly L[], known: readonly DowngradeLine[]): L[] =>
  all.filter((line) => !known.some((one) => same(one, line)))

/**
 * What stands when a person who saw `seen` says `wanted`: the lines they added are added, those they took away are gone, and
 * what others have said since stays. Who does not tell what they saw replaces all.
 */
export const mergedDowngrades = <L extends DowngradeLine>(
  now: readonly L[],
  wanted: readonly L[],
  seen: readonly DowngradeLine[] | null | undefined,
): L[] => (seen ? [...newLines(now, newLines(seen, wanted)), ...newLines(newLines(wanted, seen), now)] : [...wanted])
