/**
 * Calculates the share of each hopper in the mass that a line extrudes for an order.
 *
 * 1. Masterbatch and additives (`sub`), finish (`sur`) and pellets (`mid`) get the target share of the order's process
 *    standard. A material without a target replaces the materials of its kind that have a target but were not fed.
 *    Example: a remnant of the previous colour leaves the hopper first, at the ratio of the colour in the standard.
 * 2. Otherwise the feeds decide: mass of the material fed to the order ÷ total mass fed to the order, within the limits
 *    of the standard. If no resin was fed because the order ran from a full silo, the ordered mass replaces the resin.
 *    If that is unknown too, the share is the middle of the limits, or the default of the kind.
 * 3. A material that was not fed to the order and is not in its standard is not dosed.
 * 4. Resin (`main`) takes the remaining share: several resins by their targets, resins without a target by the mass fed of each.
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
  /** Net mass, i.e. after counter-feeds. */
  readonly kg: number
}
export interface OrderDosing {
  readonly recipe: readonly RecipePart[]
  /** All feeds of the order, including those after the draw. */
  readonly feeds: readonly OrderFeed[]
  readonly orderedKg: number | null
}
export interface HopperMaterial {
  readonly materialId: string
  readonly kind: DosedKind
}
/** Default share of a kind in the total mass fed, percent. An assumption without a source. */
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
  const shareByHopper = new Map<string, number>()
  let missingShare = 0
  for (const kind of ['sub', 'sur', 'mid'] as const) {
    const minorShares = calculateMinorShares(order, presentMaterials, kind)
    for (const [material, share] of minorShares.shares) addHopperShares(shareByHopper, material, share)
    missingShare += minorShares.missingShare
  }
  const minorShareTotal = sum([...shareByHopper.values()])
  if (minorShareTotal > 1)
    for (const [hopper, share] of shareByHopper) shareByHopper.set(hopper, share / minorShareTotal)
  const mainShare = Math.max(0, 1 - minorShareTotal - missingShare)
  for (const [material, share] of calculateMainShares(order, presentMaterials, mainShare))
    addHopperShares(shareByHopper, material, share)
  // Floating-point sums depend on the order of addition; rounding keeps every gram reproducible.
  return new Map([...shareByHopper].map(([hopper, share]) => [hopper, Math.round(share * 1e9) / 1e9]))
}

/** A material with the hoppers that hold it, and the mass of the material fed to the order. */
interface PresentMaterial extends HopperMaterial {
  readonly hoppers: readonly { readonly id: string; readonly kg: number }[]
  readonly kg: number
  readonly recipe: RecipePart | null
}
/** A material and its share in the mass extruded, 0 to 1. */
type MaterialShare = [material: PresentMaterial, share: number]
/**
 * Lists the materials in the hoppers. For each hopper these are the materials fed to the order or, without such a feed,
 * the last material before the order.
 */
function findPresentMaterials(
  { recipe, feeds }: OrderDosing,
  previousMaterials: ReadonlyMap<string, HopperMaterial>,
): PresentMaterial[] {
  const orderFeeds = feeds.filter(({ kg }) => kg > 0)
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
/** Adds the share of a material to its hoppers by the mass fed into each, or evenly without feeds. */
function addHopperShares(shareByHopper: Map<string, number>, { hoppers, kg }: PresentMaterial, share: number): void {
  for (const { id, kg: hopperKg } of hoppers) {
    const hopperShare = kg > 0 ? hopperKg / kg : 1 / hoppers.length
    if (share * hopperShare > 0) shareByHopper.set(id, (shareByHopper.get(id) ?? 0) + share * hopperShare)
  }
}

/**
 * Calculates the shares of all materials of a kind other than resin, 0 to 1; rules 1 to 3 above. `missingShare` is the
 * target share of materials that no hopper holds.
 */
function calculateMinorShares(
  order: OrderDosing,
  presentMaterials: readonly PresentMaterial[],
  kind: Exclude<DosedKind, 'main'>,
): { shares: MaterialShare[]; missingShare: number } {
  const candidates = presentMaterials.filter((material) => material.kind === kind)
  const targetedMaterials = candidates.filter((material) => material.recipe?.targetPercent != null)
  // A material in the hopper of a material with a target went in by mistake or as a replacement. The target applies to
  // the hopper, so this material gets no share of its own.
  const targetedHopperIds = new Set(targetedMaterials.flatMap(({ hoppers }) => hoppers.map(({ id }) => id)))
  const untargetedMaterials = candidates.filter(
    (material) =>
      material.recipe?.targetPercent == null && !material.hoppers.every(({ id }) => targetedHopperIds.has(id)),
  )
  const missingShare = sum(
    findUnfedRecipeParts(order, presentMaterials, kind).map(({ targetPercent }) => (targetPercent ?? 0) / 100),
  )
  const shares = targetedMaterials.map((material): MaterialShare => [material, material.recipe!.targetPercent! / 100])
  if (missingShare > 0)
    return untargetedMaterials.length > 0
      ? { shares: [...shares, ...splitShareByFeeds(untargetedMaterials, missingShare)], missingShare: 0 }
      : { shares, missingShare }
  return {
    shares: [
      ...shares,
      ...untargetedMaterials.map((material): MaterialShare => [
        material,
        calculateShareFromFeeds(order, material, kind),
      ]),
    ],
    missingShare: 0,
  }
}
/** Calculates the share of a material without a target from the feeds of the order, 0 to 1; rule 2 above. */
function calculateShareFromFeeds(
  { feeds, orderedKg }: OrderDosing,
  { kg, recipe }: PresentMaterial,
  kind: keyof typeof DEFAULT_PERCENT,
): number {
  const minPercent = recipe?.minPercent ?? null
  const maxPercent = recipe?.maxPercent ?? null
  const midPercent = minPercent !== null && maxPercent !== null ? (minPercent + maxPercent) / 2 : null
  if (kg <= 0) return (midPercent ?? 0) / 100
  const resinKg = sum(feeds.filter((feed) => feed.kind === 'main').map((feed) => feed.kg))
  const totalKg = sum(feeds.map((feed) => feed.kg)) + (resinKg > 0 ? 0 : (orderedKg ?? 0))
  if (resinKg <= 0 && !orderedKg) return (midPercent ?? DEFAULT_PERCENT[kind]) / 100
  return Math.min((maxPercent ?? 100) / 100, Math.max((minPercent ?? 0) / 100, kg / totalKg))
}

/** Splits the share that remains for resin over the resins; rule 4 above. */
function calculateMainShares(
  order: OrderDosing,
  presentMaterials: readonly PresentMaterial[],
  mainShare: number,
): MaterialShare[] {
  const resins = presentMaterials.filter((material) => material.kind === 'main')
  const targetedResins = resins.filter((material) => (material.recipe?.targetPercent ?? 0) > 0)
  const missingParts = findUnfedRecipeParts(order, presentMaterials, 'main')
  const needsReplacement = targetedResins.length === 0 || missingParts.length > 0
  const untargetedResins = resins.filter(
    (material) => !targetedResins.includes(material) && (material.kg > 0 || needsReplacement),
  )
  const getTargetShare = (material: PresentMaterial) => (material.recipe?.targetPercent ?? 0) / 100
  const targetShareTotal = sum(targetedResins.map(getTargetShare))
  if (untargetedResins.length === 0) {
    const shareTotalWithMissing =
      targetShareTotal + sum(missingParts.map(({ targetPercent }) => (targetPercent ?? 0) / 100))
    return targetedResins.map((material) => [material, (mainShare * getTargetShare(material)) / shareTotalWithMissing])
  }
  const scaleFactor = targetShareTotal > mainShare ? mainShare / targetShareTotal : 1
  return [
    ...targetedResins.map((material): MaterialShare => [material, getTargetShare(material) * scaleFactor]),
    ...splitShareByFeeds(untargetedResins, Math.max(0, mainShare - targetShareTotal)),
  ]
}
function splitShareByFeeds(materials: readonly PresentMaterial[], share: number): MaterialShare[] {
  const totalKg = sum(materials.map((material) => material.kg))
  return materials.map((material) => [
    material,
    totalKg > 0 ? (share * material.kg) / totalKg : share / materials.length,
  ])
}
const findUnfedRecipeParts = (
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
