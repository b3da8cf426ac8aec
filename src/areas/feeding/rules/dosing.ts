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
export interface FedToOrder {
  readonly hopperId: string
  readonly materialId: string
  readonly kind: DosedKind
  /** Net mass: without what was taken back or taken out again. */
  readonly kg: number
}
export interface OrderDosing {
  readonly recipe: readonly RecipePart[]
  /** All feeds of the order, before and after the moment in question. */
  readonly fed: readonly FedToOrder[]
  readonly orderedKg: number | null
}
export interface Held {
  readonly materialId: string
  readonly kind: DosedKind
}
/** Default share of a kind in the total mass fed, percent (U). */
const usualPercent: Readonly<Record<Exclude<DosedKind, 'main'>, number>> = { sub: 2, sur: 0.5, mid: 5 }

/**
 * Returns the share of each hopper in the mass extruded for an order, 0 to 1; the sum is at most 1.
 * @param previousMaterials materials that an earlier order left in the hoppers, by hopper
 */
export function sharesOf(order: OrderDosing, held: ReadonlyMap<string, Held>): ReadonlyMap<string, number> {
  const present = presentIn(order, held)
  const shares = new Map<string, number>()
  let lacking = 0
  for (const kind of ['sub', 'sur', 'mid'] as const) {
    const part = minorShares(order, present, kind)
    for (const [material, share] of part.shares) spread(shares, material, share)
    lacking += part.lacking
  }
  const minors = sum([...shares.values()])
  if (minors > 1) for (const [hopper, share] of shares) shares.set(hopper, share / minors)
  const rest = Math.max(0, 1 - minors - lacking)
  for (const [material, share] of mainShares(order, present, rest)) spread(shares, material, share)
  // Floating-point sums depend on the order of addition; rounding keeps every gram reproducible.
  return new Map([...shares].map(([hopper, share]) => [hopper, Math.round(share * 1e9) / 1e9]))
}

/** A material with the hoppers that hold it and the mass of it fed to the order. */
interface Present extends Held {
  readonly hoppers: readonly { readonly id: string; readonly kg: number }[]
  readonly kg: number
  readonly recipe: RecipePart | null
}
/** A hopper holds the material fed to the order or, without such a feed, the last material fed before. */
function presentIn({ recipe, fed }: OrderDosing, held: ReadonlyMap<string, Held>): Present[] {
  const own = fed.filter(({ kg }) => kg > 0)
  const ofOrder = new Set(own.map(({ hopperId }) => hopperId))
  const before = [...held]
    .filter(([hopperId]) => !ofOrder.has(hopperId))
    .map(([hopperId, { materialId, kind }]) => ({ hopperId, materialId, kind, kg: 0 }))
  const by = new Map<string, FedToOrder[]>()
  for (const one of [...own, ...before]) by.set(one.materialId, [...(by.get(one.materialId) ?? []), one])
  return [...by].map(([materialId, all]) => ({
    materialId,
    kind: all[0]!.kind,
    hoppers: [...new Set(all.map(({ hopperId }) => hopperId))].map((id) => ({
      id,
      kg: sum(all.filter(({ hopperId }) => hopperId === id).map(({ kg }) => kg)),
    })),
    kg: sum(all.map(({ kg }) => kg)),
    recipe: recipe.find((part) => part.materialId === materialId) ?? null,
  }))
}
/** Splits a share over the hoppers of a material by the mass fed into each, or evenly without feeds. */
function spread(shares: Map<string, number>, { hoppers, kg }: Present, share: number): void {
  for (const { id, kg: own } of hoppers) {
    const part = kg > 0 ? own / kg : 1 / hoppers.length
    if (share * part > 0) shares.set(id, (shares.get(id) ?? 0) + share * part)
  }
}

function minorShares(
  order: OrderDosing,
  present: readonly Present[],
  kind: Exclude<DosedKind, 'main'>,
): { shares: [Present, number][]; lacking: number } {
  const own = present.filter((one) => one.kind === kind)
  const named = own.filter((one) => one.recipe?.targetPercent != null)
  // A material in the same hopper as one with a target went in by mistake or as a replacement: the role's ratio
  // applies.
  const dosed = new Set(named.flatMap(({ hoppers }) => hoppers.map(({ id }) => id)))
  const others = own.filter((one) => one.recipe?.targetPercent == null && !one.hoppers.every(({ id }) => dosed.has(id)))
  const wanted = sum(missing(order, present, kind).map(({ targetPercent }) => (targetPercent ?? 0) / 100))
  const shares = named.map((one): [Present, number] => [one, one.recipe!.targetPercent! / 100])
  if (wanted > 0)
    return others.length > 0
      ? { shares: [...shares, ...byFed(others, wanted)], lacking: 0 }
      : { shares, lacking: wanted }
  return {
    shares: [...shares, ...others.map((one): [Present, number] => [one, derived(order, one, kind)])],
    lacking: 0,
  }
}
/** Derives the share of a material without a target from the feeds of the order. */
function derived({ fed, orderedKg }: OrderDosing, { kg, recipe }: Present, kind: keyof typeof usualPercent): number {
  const [least, most] = [recipe?.minPercent ?? null, recipe?.maxPercent ?? null]
  const middle = least !== null && most !== null ? (least + most) / 2 : null
  if (kg <= 0) return (middle ?? 0) / 100
  const resin = sum(fed.filter((one) => one.kind === 'main').map((one) => one.kg))
  const all = sum(fed.map((one) => one.kg)) + (resin > 0 ? 0 : (orderedKg ?? 0))
  if (resin <= 0 && !orderedKg) return (middle ?? usualPercent[kind]) / 100
  return Math.min((most ?? 100) / 100, Math.max((least ?? 0) / 100, kg / all))
}

function mainShares(order: OrderDosing, present: readonly Present[], rest: number): [Present, number][] {
  const own = present.filter((one) => one.kind === 'main')
  const named = own.filter((one) => (one.recipe?.targetPercent ?? 0) > 0)
  const wanted = missing(order, present, 'main')
  const standIn = named.length === 0 || wanted.length > 0
  const others = own.filter((one) => !named.includes(one) && (one.kg > 0 || standIn))
  const target = (one: Present) => (one.recipe?.targetPercent ?? 0) / 100
  const targets = sum(named.map(target))
  if (others.length === 0) {
    const all = targets + sum(wanted.map(({ targetPercent }) => (targetPercent ?? 0) / 100))
    return named.map((one) => [one, (rest * target(one)) / all])
  }
  const shrink = targets > rest ? rest / targets : 1
  return [
    ...named.map((one): [Present, number] => [one, target(one) * shrink]),
    ...byFed(others, Math.max(0, rest - targets)),
  ]
}
function byFed(all: readonly Present[], share: number): [Present, number][] {
  const kg = sum(all.map((one) => one.kg))
  return all.map((one) => [one, kg > 0 ? (share * one.kg) / kg : share / all.length])
}
const missing = ({ recipe }: OrderDosing, present: readonly Present[], kind: DosedKind): RecipePart[] =>
  recipe.filter(
    (part) =>
      part.kind === kind &&
      (part.targetPercent ?? 0) > 0 &&
      !present.some(({ materialId }) => materialId === part.materialId),
  )
const sum = (all: readonly number[]): number => all.reduce((total, one) => total + one, 0)
