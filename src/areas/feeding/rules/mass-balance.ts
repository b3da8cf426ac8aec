/**
 * Mass balance of an order or a shift at its line, kg: the mass fed must come out at the winder or still be in the
 * hoppers. Slitting losses belong to the balance of each jumbo roll (`rolls/rules/mass-balance`); no process step is
 * charged for the losses of another.
 */
export interface MassFlows {
  readonly fedKg: number
  readonly goodKg: number
  readonly downgradedKg: number
  readonly wasteKg: number
  /** Edge trim and pellets that went back into a hopper; they are fed again and must not count twice. */
  readonly recycledKg: number
  /** Rolls that are wound but not weighed yet, estimated by grammage. */
  readonly inProcessKg: number
  /** Increase of the hopper content, see `calculateHopperChange`; negative if older content was used. */
  readonly hopperKg: number
}
/** Masses of an order or a shift by the lot allocation (`rules/allocate-lots`), kg. */
export interface Counted {
  readonly fedKg: number
  /** Part of the rolls and the waste that came out of a hopper; the other part is unknown. */
  readonly usedKg: number
  /** Content of emptied hoppers that did not go back to the store. */
  readonly lostKg: number
}
/**
 * Returns the mass fed but neither drawn nor lost, kg. A change of order does not empty a hopper, so an order may leave
 * material to the next one or take it over from the previous one. Only emptying shows if the material is still there; a
 * shortfall is then a gap of the order that emptied the hopper.
 * @param capacityKg capacity of hoppers and extruder; the rest was never fed or went elsewhere
 * @param maxLeftKg limit by the mass fed into each hopper, see `calculateMaxLeftKg`
 */
export const hopperChange = (
  { fedKg, usedKg, lostKg }: Counted,
  holdsKg = Number.POSITIVE_INFINITY,
  leavesKg = holdsKg,
): number => gram(Math.max(-holdsKg, Math.min(holdsKg, leavesKg, fedKg - usedKg - lostKg)))
/**
 * Returns the mass that a line can hold, kg: its hoppers by their own or the plant's default size, and the extruder.
 */
export const lineHolds = (
  hoppers: readonly { readonly capacityKg: number | null }[],
  usual: { readonly hopperKg: number; readonly extruderKg: number },
): number =>
  (hoppers.length === 0 ? usual.hopperKg : hoppers.reduce((sum, one) => sum + (one.capacityKg ?? usual.hopperKg), 0)) +
  usual.extruderKg
/** A hopper of a line; without a capacity of its own the plant's default applies. */
export interface Hopper {
  readonly id: string
  readonly capacityKg: number | null
}
/**
 * Returns the largest mass that can be left of the feeds, kg. Each hopper contributes at most its capacity and at
 * most the mass fed into it, because resin cannot use the room of the masterbatch hopper; the extruder is added. Feeds
 * without a hopper may be in any of them.
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
/** Returns the mass that a shift fed but the next one winds, kg; negative if taken over from the previous shift. */
export const carriedOver = (flows: Omit<MassFlows, 'hopperKg'>): number => gram(flows.fedKg - cameOut(flows))
export const gapCauses = ['none', 'fedTooMuch', 'notWeighed', 'fedNotScanned', 'wasteNotWeighed'] as const
export type GapCause = (typeof gapCauses)[number]
export interface MassBalance {
  readonly outKg: number
  /** Mass fed less mass found again; negative if more came out than was scanned in. */
  readonly gapKg: number
  /** Percent of the mass fed plus the mass taken from older hopper content; null if both are zero. */
  readonly gapPercent: number | null
  readonly closes: boolean
  /** Most likely reason, to check first. */
  readonly cause: GapCause
}

/**
 * Checks the balance: fed kg = good + downgraded + waste + recycled + in process + left in the hoppers ± tolerance.
 * @param maxLeftKg largest mass that hoppers and extruder can hold of the feeds; decides the cause `fedTooMuch`
 */
export function massBalance(
  flows: MassFlows,
  tolerancePercent: number,
  leavesKg = Number.POSITIVE_INFINITY,
): MassBalance {
  const outKg = cameOut(flows)
  const gapKg = gram(flows.fedKg - outKg - flows.hopperKg)
  // An order made only from older hopper content has no feeds of its own.
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
