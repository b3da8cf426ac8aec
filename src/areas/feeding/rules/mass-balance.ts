/**
 * Mass balance of an order or a shift at its line: what was fed must have come out at the winder or still lie in the
 * hoppers. All in kg. What slitting loses is the balance of each jumbo (`rolls/rules/mass-balance`): no step's loss is
 * charged to another.
 */
export interface MassFlows {
  readonly fedKg: number
  readonly goodKg: number
  readonly downgradedKg: number
  readonly wasteKg: number
  /** Edge trim and pellets that went back into a hopper: fed once more, they would count twice. */
  readonly recycledKg: number
  /** Rolls that are wound but not weighed yet, by grammage. */
  readonly inProcessKg: number
  /** What the hoppers hold more than before, see `hopperChange`; negative when it was made from what lay in them. */
  readonly hopperKg: number
}
/** What the count of lots knows of an order or a shift (`rules/lots-of-line`), kg. */
export interface Counted {
  readonly fedKg: number
  /** Of its rolls and its waste what came out of a hopper; the rest of them is unknown. */
  readonly usedKg: number
  /** Of what was inside when hoppers were emptied what did not go back to the store. */
  readonly lostKg: number
}
/**
 * What was fed and neither drawn nor lost: a change of order does not empty a hopper, so this order may have left it to the
 * next, or have taken it over from the one before. Whether it is still there only emptying shows: what is missing then is
 * a gap of the order that emptied. `holdsKg`: hoppers and extruder hold no more, and `leavesKg` (`mayLeave`) of what was fed into
 * them; the rest was never fed, or went elsewhere.
 */
export const hopperChange = (
  { fedKg, usedKg, lostKg }: Counted,
  holdsKg = Number.POSITIVE_INFINITY,
  leavesKg = holdsKg,
): number => gram(Math.max(-holdsKg, Math.min(holdsKg, leavesKg, fedKg - usedKg - lostKg)))
/** What a line can have in process: its hoppers, each by its own size or the plant's usual one, and the extruder. In kg. */
export const lineHolds = (
  hoppers: readonly { readonly capacityKg: number | null }[],
  usual: { readonly hopperKg: number; readonly extruderKg: number },
): number =>
  (hoppers.length === 0 ? usual.hopperKg : hoppers.reduce((sum, one) => sum + (one.capacityKg ?? usual.hopperKg), 0)) +
  usual.extruderKg
/** A hopper of a line; without a size of its own the plant's usual one. */
export interface Hopper {
  readonly id: string
  readonly capacityKg: number | null
}
/**
 * What may be left of what was fed: in each hopper no more than it holds, nor than went into it, since resin in the resin's hopper
 * takes no room of masterbatch; and the extruder. What names no hopper may be in any. In kg.
 */
export function mayLeave(
  hoppers: readonly Hopper[],
  fedInto: ReadonlyMap<string | null, number>,
  usual: { readonly hopperKg: number; readonly extruderKg: number },
): number {
  const holdsKg = lineHolds(hoppers, usual)
  const left = [...fedInto].map(([id, kg]) => {
    const own = hoppers.find((one) => one.id === id)
    return Math.max(0, Math.min(kg, id === null ? holdsKg : (own?.capacityKg ?? usual.hopperKg)))
  })
  return Math.min(holdsKg, left.reduce((sum, kg) => sum + kg, 0) + usual.extruderKg)
}
/** What a shift fed and did not make: the next one winds it; negative: taken over from the one before. */
export const carriedOver = (flows: Omit<MassFlows, 'hopperKg'>): number => gram(flows.fedKg - cameOut(flows))
export const gapCauses = ['none', 'fedTooMuch', 'notWeighed', 'fedNotScanned', 'wasteNotWeighed'] as const
export type GapCause = (typeof gapCauses)[number]
export interface MassBalance {
  readonly outKg: number
  /** Fed less found again; negative when more came out than was scanned in. */
  readonly gapKg: number
  /** In percent of what was fed, or taken from the hoppers on top of it; null when nothing was. */
  readonly gapPercent: number | null
  readonly closes: boolean
  /** What usually is the reason, to look at first. */
  readonly cause: GapCause
}

/** `leavesKg`: what hoppers and extruder may hold of what was fed, to tell what to look at. Fed kg = good + downgraded + waste + recycled + still in process + left in the hoppers ± tolerance. */
export function massBalance(
  flows: MassFlows,
  tolerancePercent: number,
  leavesKg = Number.POSITIVE_INFINITY,
): MassBalance {
  const outKg = cameOut(flows)
  const gapKg = gram(flows.fedKg - outKg - flows.hopperKg)
  // An order made from what lay in the hoppers was fed nothing itself.
  const whole = Math.max(flows.fedKg, flows.fedKg - flows.hopperKg)
  const gapPercent = whole > 0 ? (gapKg / whole) * 100 : null
  const closes = gapPercent === null ? outKg === 0 : Math.abs(gapPercent) <= tolerancePercent + 1e-9
  return {
    outKg,
    gapKg,
    gapPercent,
    closes,
    cause: closes
      ? 'none'
      : gapKg > 0 && flows.hopperKg >= leavesKg
        ? 'fedTooMuch'
        : gapKg < 0
          ? 'fedNotScanned'
          : flows.inProcessKg > 0
            ? 'notWeighed'
            : 'wasteNotWeighed',
  }
}
const cameOut = (flows: Omit<MassFlows, 'fedKg' | 'hopperKg'>): number =>
  gram(flows.goodKg + flows.downgradedKg + flows.wasteKg + flows.recycledKg + flows.inProcessKg)
const gram = (kg: number): number => Math.round(kg * 1000) / 1000
