/**
 * Mass balance of an order or a shift at its line, kg: the mass fed must come out at the winder or still be in the
 * hoppers. Slitting losses belong to the balance of each jumbo roll (`rolls/rules/mass-balance`), because no process step
 * is charged for the losses of another.
 */
import { ROUNDING_TOLERANCE } from '@/plant/rules/rounding'
import { roundToGram } from '@/plant/rules/quantity'

/** Masses in kg that an order or a shift fed and made. */
export interface MassFlows {
  readonly fedKg: number
  /** Rolls off the winder, whatever their grade. */
  readonly woundKg: number
  /** Material that left the line without becoming a roll, and was sold or disposed of. */
  readonly disposedKg: number
  /**
   * Recycled material that went to pellets; it is fed again and must not count as waste. Material that went back into a
   * hopper is not included, because it did not leave the line.
   */
  readonly pelletizedKg: number
  /** Part of `woundKg` that is not weighed yet, estimated by grammage. */
  readonly inProcessKg: number
  /** Increase of the hopper content, see `calculateHopperIncreaseKg`; negative if older content was used. */
  readonly hopperIncreaseKg: number
}
/** Masses in kg of an order or a shift, according to the lot allocation (`rules/allocate-lots`). */
export interface LotFlows {
  readonly fedKg: number
  /** Mass of the rolls and the waste whose lots are known, i.e. that the allocation drew from a hopper. */
  readonly drawnKg: number
  /** Content of emptied hoppers that did not go back to the store. */
  readonly lostKg: number
}
/**
 * Returns the mass fed but neither drawn nor lost, kg. A change of order does not empty a hopper, so an order may leave
 * material to the next one or take it over from the previous one. Emptying the hopper shows how much was really left.
 * If mass is missing, the order that emptied the hopper gets the gap.
 * @param capacityKg capacity of hoppers and extruder; a larger mass was not really fed, or went elsewhere
 * @param maxLeftKg limit by the mass fed into each hopper, see `calculateMaxLeftKg`
 */
export const calculateHopperIncreaseKg = (
  { fedKg, drawnKg, lostKg }: LotFlows,
  capacityKg = Number.POSITIVE_INFINITY,
  maxLeftKg = capacityKg,
): number => roundToGram(Math.max(-capacityKg, Math.min(capacityKg, maxLeftKg, fedKg - drawnKg - lostKg)))
/** Plant settings, kg: capacity of a hopper for which none is entered, and content of an extruder. */
interface DefaultCapacities {
  readonly hopperKg: number
  readonly extruderKg: number
}
/**
 * Returns the mass that a line can hold, kg: its hoppers by their own or the plant's default size, and the extruder. A
 * line without hoppers counts as one with a hopper of default size.
 */
export const calculateLineCapacityKg = (
  hoppers: readonly { readonly capacityKg: number | null }[],
  defaults: DefaultCapacities,
): number =>
  (hoppers.length === 0
    ? defaults.hopperKg
    : hoppers.reduce((sum, hopper) => sum + (hopper.capacityKg ?? defaults.hopperKg), 0)) + defaults.extruderKg
/** A hopper of a line; if `capacityKg` is null, the plant's default applies. */
export interface HopperCapacity {
  readonly id: string
  readonly capacityKg: number | null
}
/**
 * Returns the largest part of the mass fed that can still be on the line, kg. Each hopper contributes at most its
 * capacity and at most the mass fed into it, because resin cannot use the room of the masterbatch hopper. The extruder
 * content is added. Feeds without a hopper may be in any hopper.
 */
export function calculateMaxLeftKg(
  hoppers: readonly HopperCapacity[],
  fedKgByHopper: ReadonlyMap<string | null, number>,
  defaults: DefaultCapacities,
): number {
  const capacityKg = calculateLineCapacityKg(hoppers, defaults)
  const leftKgPerHopper = [...fedKgByHopper].map(([id, kg]) => {
    const hopper = hoppers.find(({ id: hopperId }) => hopperId === id)
    return Math.max(0, Math.min(kg, id === null ? capacityKg : (hopper?.capacityKg ?? defaults.hopperKg)))
  })
  return Math.min(capacityKg, leftKgPerHopper.reduce((sum, kg) => sum + kg, 0) + defaults.extruderKg)
}
/** Returns the mass that a shift fed for the next shift to wind, kg; negative if the previous shift fed for this one. */
export const calculateCarriedOverKg = (flows: Omit<MassFlows, 'hopperIncreaseKg' | 'inProcessKg'>): number =>
  roundToGram(flows.fedKg - sumOutputKg(flows))
/**
 * `fedTooMuch`: more was scanned than the hoppers can hold. `notWeighed`: rolls are not weighed yet. `fedNotScanned`: more
 * came out than was scanned in.
 */
export const gapCauses = ['none', 'fedTooMuch', 'notWeighed', 'fedNotScanned', 'wasteNotWeighed'] as const
export type GapCause = (typeof gapCauses)[number]
export interface MassBalance {
  /** Wound, disposed of and pelletized. */
  readonly outputKg: number
  /** Mass fed less output and increase of the hopper content; negative if more came out than was scanned in. */
  readonly gapKg: number
  /** Percent of the mass fed plus the mass taken from older hopper content; null if both are zero. */
  readonly gapPercent: number | null
  readonly isWithinTolerance: boolean
  /** Most likely reason, to check first. */
  readonly cause: GapCause
}

/**
 * Checks the balance: fed kg = wound + disposed of + pelletized + left in the hoppers ± tolerance.
 * @param maxLeftKg largest mass that hoppers and extruder can hold of the feeds; decides the cause `fedTooMuch`
 */
export function calculateMassBalance(
  flows: MassFlows,
  tolerancePercent: number,
  maxLeftKg = Number.POSITIVE_INFINITY,
): MassBalance {
  const outputKg = sumOutputKg(flows)
  const gapKg = roundToGram(flows.fedKg - outputKg - flows.hopperIncreaseKg)
  // An order made only from older hopper content has no feeds of its own.
  const throughputKg = Math.max(flows.fedKg, flows.fedKg - flows.hopperIncreaseKg)
  const gapPercent = throughputKg > 0 ? (gapKg / throughputKg) * 100 : null
  const isWithinTolerance =
    gapPercent === null ? outputKg === 0 : Math.abs(gapPercent) <= tolerancePercent + ROUNDING_TOLERANCE
  return {
    outputKg,
    gapKg,
    gapPercent,
    isWithinTolerance,
    cause: isWithinTolerance ? 'none' : findGapCause(flows, gapKg, maxLeftKg),
  }
}
/** Returns the most likely cause of a gap outside the tolerance. */
function findGapCause(flows: MassFlows, gapKg: number, maxLeftKg: number): GapCause {
  if (gapKg > 0 && flows.hopperIncreaseKg >= maxLeftKg) return 'fedTooMuch'
  if (gapKg < 0) return 'fedNotScanned'
  return flows.inProcessKg > 0 ? 'notWeighed' : 'wasteNotWeighed'
}
const sumOutputKg = (flows: Pick<MassFlows, 'woundKg' | 'disposedKg' | 'pelletizedKg'>): number =>
  roundToGram(flows.woundKg + flows.disposedKg + flows.pelletizedKg)

/** Kinds of material that left the line without becoming a roll. */
export const recycleKinds = ['edgeTrim', 'offGrade', 'purge', 'startUp'] as const
type RecycleKind = (typeof recycleKinds)[number]
/**
 * Kinds that are waste regardless of their destination (ISO 22400-2: scrap is produced quantity that is scrapped or
 * recycled). Edge trim is not waste, because every web loses it. Off-grade goods are not listed, because they already
 * count as waste with the rolls that they come from.
 */
export const startUpWasteKinds = ['purge', 'startUp'] as const satisfies readonly RecycleKind[]
/** Returns the mass that a row of recycled material adds to the waste of its order. */
export const getStartUpWasteKg = ({ kind, kg }: { readonly kind: RecycleKind; readonly kg: number }): number =>
  (startUpWasteKinds as readonly RecycleKind[]).includes(kind) ? kg : 0
