/**
 * Calculates the share of each hopper in the mass that a line extrudes for an order.
 *
 * 1. Masterbatch, additive, finish and pellets get the target share of the order's process standard. A material without
 *    a target replaces the materials of its kind that have a target but were not fed: a remnant of the previous colour
 *    leaves the hopper first, at the ratio of its role.
 * 2. Otherwise the feeds decide: mass of the material fed to the order ÷ total mass fed to the order, within the limits
 *    of the standard. If no resin was fed because the order ran from a full silo, the ordered mass replaces the resin.
 *    If that is unknown too, the share is the middle of the limits, or the default of the kind (U).
 * 3. A material that was not fed to the order and is not in its standard is not dosed.
 * 4. Resin takes the remaining share: several resins by their targets, resins without a target by the mass fed of each.
 *
 * If no hopper holds a material of the standard, the shares add up to less than 1; those kilograms are unknown.
 */
import type { MaterialKind } from './feed'

export type DosedKind = Exclude<MaterialKind, 'pack'>
export interface RecipePart {
  readonly materialId: string
  readonly kind: DosedKind
  /** Percent of the total mass fed. */
  readonly targetPercent: number | null
  readonly minPercent: number | null
  readonly maxPercent: number | null
}
export interface OrderFeed {
  readonly hopperId: string
  readonly materialId: string
  readonly kind: DosedKind
  /** Net mass: without what was taken back or taken out again. */
  readonly kg: number
}
export interface OrderDosing {
  readonly recipe: readonly RecipePart[]
  /** All feeds of the order, before and after the moment in question. */
  readonly fed: readonly OrderFeed[]
  readonly orderedKg: number | null
}
export interface HopperMaterial {
  readonly materialId: string
  readonly kind: DosedKind
}
/** Default share of a kind in the total mass fed, percent (U). */
const DEFAULT_PERCENT: Readonly<Record<Exclude<DosedKind, 'main'>, number>> = { sub: 2, sur: 0.5, mid: 5 }

/**
 * Returns the share of each hopper in the mass extruded for an order, 0 to 1; the sum is at most 1.
 * @param previousMaterials materials that an earlier order left in the hoppers, by hopper
 */
export function calculateHopperShares(
  order: OrderDosing,
  previousMaterials: ReadonlyMap<string, HopperMaterial>,
): ReadonlyMap<string, number> {
  const presentMaterials = findPresentMaterials(order, previousMaterials)
  const shares = new Map<string, number>()
  let missingShare = 0
  for (const kind of ['sub', 'sur', 'mid'] as const) {
    const minor = calculateMinorShares(order, presentMaterials, kind)
    for (const [material, share] of minor.shares) spreadOverHoppers(shares, material, share)
    missingShare += minor.missingShare
  }
  const minorTotal = sum([...shares.values()])
  if (minorTotal > 1) for (const [hopper, share] of shares) shares.set(hopper, share / minorTotal)
  const mainShare = Math.max(0, 1 - minorTotal - missingShare)
  for (const [material, share] of calculateMainShares(order, presentMaterials, mainShare))
    spreadOverHoppers(shares, material, share)
  // Floating-point sums depend on the order of addition; rounding keeps every gram reproducible.
  return new Map([...shares].map(([hopper, share]) => [hopper, Math.round(share * 1e9) / 1e9]))
}

/** A material with the hoppers that hold it and the mass of it fed to the order. */
interface PresentMaterial extends HopperMaterial {
  readonly hoppers: readonly { readonly id: string; readonly kg: number }[]
  readonly kg: number
  readonly recipe: RecipePart | null
}
/** A hopper holds the material fed to the order or, without such a feed, the last material fed before. */
function findPresentMaterials(
  { recipe, fed }: OrderDosing,
  previousMaterials: ReadonlyMap<string, HopperMaterial>,
): PresentMaterial[] {
  const orderFeeds = fed.filter(({ kg }) => kg > 0)
  const fedHopperIds = new Set(orderFeeds.map(({ hopperId }) => hopperId))
  const previousFeeds = [...previousMaterials]
    .filter(([hopperId]) => !fedHopperIds.has(hopperId))
    .map(([hopperId, { materialId, kind }]) => ({ hopperId, materialId, kind, kg: 0 }))
  const feedsByMaterial = new Map<string, OrderFeed[]>()
  for (const feed of [...orderFeeds, ...previousFeeds])
    feedsByMaterial.set(feed.materialId, [...(feedsByMaterial.get(feed.materialId) ?? []), feed])
  return [...feedsByMaterial].map(([materialId, materialFeeds]) => ({
    materialId,
    kind: materialFeeds[0]!.kind,
    hoppers: [...new Set(materialFeeds.map(({ hopperId }) => hopperId))].map((id) => ({
      id,
      kg: sum(materialFeeds.filter(({ hopperId }) => hopperId === id).map(({ kg }) => kg)),
    })),
    kg: sum(materialFeeds.map(({ kg }) => kg)),
    recipe: recipe.find((part) => part.materialId === materialId) ?? null,
  }))
}
/** Splits a share over the hoppers of a material by the mass fed into each, or evenly without feeds. */
function spreadOverHoppers(shares: Map<string, number>, { hoppers, kg }: PresentMaterial, share: number): void {
  for (const { id, kg: hopperKg } of hoppers) {
    const hopperShare = kg > 0 ? hopperKg / kg : 1 / hoppers.length
    if (share * hopperShare > 0) shares.set(id, (shares.get(id) ?? 0) + share * hopperShare)
  }
}

function calculateMinorShares(
  order: OrderDosing,
  presentMaterials: readonly PresentMaterial[],
  kind: Exclude<DosedKind, 'main'>,
): { shares: [PresentMaterial, number][]; missingShare: number } {
  const candidates = presentMaterials.filter((one) => one.kind === kind)
  const targeted = candidates.filter((one) => one.recipe?.targetPercent != null)
  // A material in the same hopper as one with a target went in by mistake or as a replacement: the role's ratio
  // applies.
  const targetedHopperIds = new Set(targeted.flatMap(({ hoppers }) => hoppers.map(({ id }) => id)))
  const untargeted = candidates.filter(
    (one) => one.recipe?.targetPercent == null && !one.hoppers.every(({ id }) => targetedHopperIds.has(id)),
  )
  const missingTotal = sum(
    findMissingParts(order, presentMaterials, kind).map(({ targetPercent }) => (targetPercent ?? 0) / 100),
  )
  const shares = targeted.map((one): [PresentMaterial, number] => [one, one.recipe!.targetPercent! / 100])
  if (missingTotal > 0)
    return untargeted.length > 0
      ? { shares: [...shares, ...splitByFeeds(untargeted, missingTotal)], missingShare: 0 }
      : { shares, missingShare: missingTotal }
  return {
    shares: [...shares, ...untargeted.map((one): [PresentMaterial, number] => [one, deriveShare(order, one, kind)])],
    missingShare: 0,
  }
}
/** Derives the share of a material without a target from the feeds of the order. */
function deriveShare(
  { fed, orderedKg }: OrderDosing,
  { kg, recipe }: PresentMaterial,
  kind: keyof typeof DEFAULT_PERCENT,
): number {
  const [minPercent, maxPercent] = [recipe?.minPercent ?? null, recipe?.maxPercent ?? null]
  const midPercent = minPercent !== null && maxPercent !== null ? (minPercent + maxPercent) / 2 : null
  if (kg <= 0) return (midPercent ?? 0) / 100
  const resinKg = sum(fed.filter((one) => one.kind === 'main').map((one) => one.kg))
  const totalKg = sum(fed.map((one) => one.kg)) + (resinKg > 0 ? 0 : (orderedKg ?? 0))
  if (resinKg <= 0 && !orderedKg) return (midPercent ?? DEFAULT_PERCENT[kind]) / 100
  return Math.min((maxPercent ?? 100) / 100, Math.max((minPercent ?? 0) / 100, kg / totalKg))
}

function calculateMainShares(
  order: OrderDosing,
  presentMaterials: readonly PresentMaterial[],
  mainShare: number,
): [PresentMaterial, number][] {
  const resins = presentMaterials.filter((one) => one.kind === 'main')
  const targeted = resins.filter((one) => (one.recipe?.targetPercent ?? 0) > 0)
  const missingParts = findMissingParts(order, presentMaterials, 'main')
  const needsStandIn = targeted.length === 0 || missingParts.length > 0
  const untargeted = resins.filter((one) => !targeted.includes(one) && (one.kg > 0 || needsStandIn))
  const getTargetShare = (one: PresentMaterial) => (one.recipe?.targetPercent ?? 0) / 100
  const targetTotal = sum(targeted.map(getTargetShare))
  if (untargeted.length === 0) {
    const targetTotalWithMissing =
      targetTotal + sum(missingParts.map(({ targetPercent }) => (targetPercent ?? 0) / 100))
    return targeted.map((one) => [one, (mainShare * getTargetShare(one)) / targetTotalWithMissing])
  }
  const scale = targetTotal > mainShare ? mainShare / targetTotal : 1
  return [
    ...targeted.map((one): [PresentMaterial, number] => [one, getTargetShare(one) * scale]),
    ...splitByFeeds(untargeted, Math.max(0, mainShare - targetTotal)),
  ]
}
function splitByFeeds(materials: readonly PresentMaterial[], share: number): [PresentMaterial, number][] {
  const totalKg = sum(materials.map((one) => one.kg))
  return materials.map((one) => [one, totalKg > 0 ? (share * one.kg) / totalKg : share / materials.length])
}
const findMissingParts = (
  { recipe }: OrderDosing,
  presentMaterials: readonly PresentMaterial[],
  kind: DosedKind,
): RecipePart[] =>
  recipe.filter(
    (part) =>
      part.kind === kind &&
      (part.targetPercent ?? 0) > 0 &&
      !presentMaterials.some(({ materialId }) => materialId === part.materialId),
  )
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)
