/**
 * How much of what a line extrudes comes out of each of its hoppers: the ratio of the role that a hopper plays in an order.
 *
 * 1. Masterbatch, additive, finish and pellets: the target share of the order's process standard. A material that the
 *    standard names no target for stands for those of its kind that are named and were not fed (what is left of the colour
 *    before leaves first, at the ratio of the role).
 * 2. Else what the feeds say: what was fed of it to the order ÷ all that was fed to it, within the standard's limits. When
 *    no resin was fed to the order, because it ran from a full silo, the kilograms ordered stand for the resin; when not
 *    even those are known, the middle of the limits, or what is usual for its kind (U).
 * 3. What was neither fed to the order nor is wanted by its standard is not dosed.
 * 4. Resin is the rest: several resins by their targets, those without one by what was fed of each.
 *
 * What a standard wants and no hopper holds leaves the shares below 1: those kilograms are unknown.
 */
import type { MaterialKind } from './feed'

export type DosedKind = Exclude<MaterialKind, 'pack'>
export interface RecipePart {
  readonly materialId: string
  readonly kind: DosedKind
  /** Percent of all that is fed. */
  readonly targetPercent: number | null
  readonly minPercent: number | null
  readonly maxPercent: number | null
}
export interface FedToOrder {
  readonly hopperId: string
  readonly materialId: string
  readonly kind: DosedKind
  /** What was taken back or out again not counted. */
  readonly kg: number
}
export interface OrderDosing {
  readonly recipe: readonly RecipePart[]
  /** All that was fed to the order, earlier and later. */
  readonly fed: readonly FedToOrder[]
  readonly orderedKg: number | null
}
export interface Held {
  readonly materialId: string
  readonly kind: DosedKind
}
/** Share of a kind in all that is fed where nothing says more, percent (U). */
const usualPercent: Readonly<Record<Exclude<DosedKind, 'main'>, number>> = { sub: 2, sur: 0.5, mid: 5 }

/**
 * The share of each hopper in what is extruded for an order, 0 to 1, together at most 1.
 * @param held what hoppers hold that were fed for an order before, by hopper
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
  // Sums that were added in another order differ in the last digits; no gram may depend on it.
  return new Map([...shares].map(([hopper, share]) => [hopper, Math.round(share * 1e9) / 1e9]))
}

/** A material with the hoppers that hold it, and what was fed of it to the order. */
interface Present extends Held {
  readonly hoppers: readonly { readonly id: string; readonly kg: number }[]
  readonly kg: number
  readonly recipe: RecipePart | null
}
/** A hopper holds what was fed to the order; one that nothing was fed to, what was fed last before. */
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
/** Over the hoppers of a material by what each was fed, else evenly. */
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
  // What went into the same hopper as a material with a target went in by mistake, or in its place: the ratio is that of the role.
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
/** The share of a material without a target, as the feeds of the order say it. */
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
