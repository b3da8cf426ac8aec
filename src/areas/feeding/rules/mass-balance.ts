/**
 * Mass balance of an order or a shift at its line: what was fed must have come out at the winder. All in kg. What slitting
 * loses is the balance of each jumbo (`rolls/rules/mass-balance`): no step's loss is charged to another.
 */
export interface MassFlows {
  readonly fedKg: number
  readonly goodKg: number
  readonly downgradedKg: number
  readonly wasteKg: number
  /** Edge trim and pellets that went back into a hopper: fed once more, they would count twice. */
  readonly recycledKg: number
  /** Rolls that are wound but not weighed yet, by grammage; of an order that is still made see `whileProducing`. */
  readonly inProcessKg: number
}
export const gapCauses = ['none', 'notWeighed', 'fedNotScanned', 'wasteNotWeighed'] as const
export type GapCause = (typeof gapCauses)[number]
export interface MassBalance {
  readonly outKg: number
  /** Fed less found again; negative when more came out than was scanned in. */
  readonly gapKg: number
  /** In percent of what was fed; null when nothing was. */
  readonly gapPercent: number | null
  readonly closes: boolean
  /** What usually is the reason, to look at first. */
  readonly cause: GapCause
}

/** Fed kg = good + downgraded + waste + recycled + still in process ± tolerance. */
export function massBalance(flows: MassFlows, tolerancePercent: number): MassBalance {
  const outKg = gram(flows.goodKg + flows.downgradedKg + flows.wasteKg + flows.recycledKg + flows.inProcessKg)
  const gapKg = gram(flows.fedKg - outKg)
  const gapPercent = flows.fedKg > 0 ? (gapKg / flows.fedKg) * 100 : null
  const closes = gapPercent === null ? outKg === 0 : Math.abs(gapPercent) <= tolerancePercent + 1e-9
  return {
    outKg,
    gapKg,
    gapPercent,
    closes,
    cause: closes ? 'none' : gapKg < 0 ? 'fedNotScanned' : flows.inProcessKg > 0 ? 'notWeighed' : 'wasteNotWeighed',
  }
}
/**
 * The flows of an order that is still made: what was fed and is not found yet lies in hoppers, extruder and on the winder.
 * That more came out than was fed is a gap at any time.
 */
export function whileProducing<F extends MassFlows>(flows: F): F {
  const found = flows.goodKg + flows.downgradedKg + flows.wasteKg + flows.recycledKg
  return { ...flows, inProcessKg: gram(Math.max(flows.inProcessKg, flows.fedKg - found)) }
}
const gram = (kg: number): number => Math.round(kg * 1000) / 1000
