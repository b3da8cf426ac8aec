/** Finds the parts of a line that change when the next order begins. Lengths in m, widths in mm. */
import { needsHopper, type MaterialKind } from '@/areas/feeding/rules/feed'

/** The properties of an order that decide how the line is set up. */
export interface Asked {
  readonly productId: string
  readonly customerId: string | null
  readonly gsm: number | null
  readonly webWidthMm: number | null
  readonly widthMm: number | null
  readonly jumboLengthM: number | null
  readonly rollLengthM: number | null
  readonly slittingPattern: string | null
}
/** Ordered as a crew works through them. */
export const changeoverParts = ['jumboLength', 'webWidth', 'slittingPattern', 'labels'] as const
export type ChangeoverPart = (typeof changeoverParts)[number]
const fieldsOf: Readonly<Record<ChangeoverPart, readonly (keyof Asked)[]>> = {
  jumboLength: ['jumboLengthM'],
  webWidth: ['webWidthMm'],
  slittingPattern: ['slittingPattern', 'widthMm', 'rollLengthM'],
  labels: ['productId', 'customerId', 'gsm'],
}
/** Returns the parts in which an order differs from the previous one; all parts if there was none. */
export const changedParts = (next: Asked, before: Asked | null): ReadonlySet<ChangeoverPart> =>
  new Set(changeoverParts.filter((part) => !before || fieldsOf[part].some((field) => next[field] !== before[field])))

export interface HopperHeld {
  readonly hopperId: string
  /**
   * The material fed last and not emptied since. Null if the hopper is empty or was never fed; `unknown` if the feed
   * could not be read.
   */
  readonly materialId: string | null
  readonly kind: MaterialKind | null
}
/** Replaces a material id when the content of a hopper could not be read. */
export const unknown = 'unknown'
export interface RecipeMaterial {
  readonly materialId: string
  readonly kind: MaterialKind
}
export interface HopperChange {
  /** Null if no hopper of the line is free. */
  readonly hopperId: string | null
  readonly from: string | null
  /** Null if the hopper is emptied and no recipe material goes there. */
  readonly to: string | null
  readonly differs: boolean
  /** Set if a person has to check: `contents` if the content is unknown, `recipe` if the recipe is. */
  readonly look?: 'contents' | 'recipe'
}
/**
 * Plans which material each hopper holds after the changeover. A recipe material stays in its hopper. A missing one
 * replaces an unwanted material of the same kind, else goes into an empty hopper. Recycled material may stay, as no
 * recipe names it. A hopper with unknown contents is used last.
 * @param recipe null if it could not be read
 */
export function hopperChanges(held: readonly HopperHeld[], recipe: readonly RecipeMaterial[] | null): HopperChange[] {
  if (!recipe)
    return held.map(({ hopperId, materialId }) => {
      const from = materialId === unknown ? null : materialId
      return { hopperId, from, to: null, differs: false, look: materialId === unknown ? 'contents' : 'recipe' }
    })
  const wanted = recipe.filter(({ kind }) => needsHopper(kind))
  if (wanted.length === 0)
    return held.map(({ hopperId, materialId }) =>
      materialId === unknown
        ? { hopperId, from: null, to: null, differs: false, look: 'contents' }
        : { hopperId, from: materialId, to: materialId, differs: false },
    )
  const stays = ({ materialId, kind }: HopperHeld) =>
    kind === 'mid' || wanted.some((one) => one.materialId === materialId)
  const missing = wanted.filter((one) => !held.some(({ materialId }) => materialId === one.materialId))
  const take = (fits: (one: RecipeMaterial) => boolean): string | null => {
    const index = missing.findIndex(fits)
    return index < 0 ? null : missing.splice(index, 1)[0]!.materialId
  }
  const leaving = held.filter((one) => one.materialId !== null && one.materialId !== unknown && !stays(one))
  const next = new Map(leaving.map((one) => [one.hopperId, take(({ kind }) => kind === one.kind)]))
  for (const one of held)
    if (one.materialId === null)
      next.set(
        one.hopperId,
        take(() => true),
      )
  for (const one of leaving) next.set(one.hopperId, next.get(one.hopperId) ?? take(() => true))
  const changes = held.map(({ hopperId, materialId }): HopperChange => {
    if (materialId === unknown) return { hopperId, from: null, to: take(() => true), differs: false, look: 'contents' }
    const to = next.has(hopperId) ? (next.get(hopperId) ?? null) : materialId
    return { hopperId, from: materialId, to, differs: to !== materialId }
  })
  return [
    ...changes,
    ...missing.map(({ materialId }) => ({ hopperId: null, from: null, to: materialId, differs: true })),
  ]
}
