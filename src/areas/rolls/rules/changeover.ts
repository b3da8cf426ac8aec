/** What has to be changed on a line when another order begins on it. Lengths in m, widths in mm. */
import { needsHopper, type MaterialKind } from '@/areas/feeding/rules/feed'

/** What an order asks of the line. */
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
/** In the order in which a crew goes through them. */
export const changeoverParts = ['jumboLength', 'webWidth', 'slittingPattern', 'labels'] as const
export type ChangeoverPart = (typeof changeoverParts)[number]
const fieldsOf: Readonly<Record<ChangeoverPart, readonly (keyof Asked)[]>> = {
  jumboLength: ['jumboLengthM'],
  webWidth: ['webWidthMm'],
  slittingPattern: ['slittingPattern', 'widthMm', 'rollLengthM'],
  labels: ['productId', 'customerId', 'gsm'],
}
/** The parts in which an order differs from the one before it; all of them where none ran before. */
export const changedParts = (next: Asked, before: Asked | null): ReadonlySet<ChangeoverPart> =>
  new Set(changeoverParts.filter((part) => !before || fieldsOf[part].some((field) => next[field] !== before[field])))

export interface HopperHeld {
  readonly hopperId: string
  /** Fed there last and not emptied since; null: empty, or never fed. */
  readonly materialId: string | null
  readonly kind: MaterialKind | null
}
export interface RecipeMaterial {
  readonly materialId: string
  readonly kind: MaterialKind
}
export interface HopperChange {
  /** Null: no hopper of the line is free for it. */
  readonly hopperId: string | null
  readonly from: string | null
  /** Null: it is emptied, and nothing of the recipe goes there. */
  readonly to: string | null
  readonly differs: boolean
}
/**
 * What every hopper holds and shall hold. A material of the recipe stays where it is; one that is in no hopper takes the
 * place of one of its kind that is not wanted any more, else an empty hopper. Recycled material may stay: no recipe names it.
 */
export function hopperChanges(held: readonly HopperHeld[], recipe: readonly RecipeMaterial[]): HopperChange[] {
  const wanted = recipe.filter(({ kind }) => needsHopper(kind))
  if (wanted.length === 0)
    return held.map(({ hopperId, materialId }) => ({ hopperId, from: materialId, to: materialId, differs: false }))
  const stays = ({ materialId, kind }: HopperHeld) =>
    kind === 'mid' || wanted.some((one) => one.materialId === materialId)
  const missing = wanted.filter((one) => !held.some(({ materialId }) => materialId === one.materialId))
  const take = (fits: (one: RecipeMaterial) => boolean): string | null => {
    const index = missing.findIndex(fits)
    return index < 0 ? null : missing.splice(index, 1)[0]!.materialId
  }
  const leaving = held.filter((one) => one.materialId !== null && !stays(one))
  const next = new Map(leaving.map((one) => [one.hopperId, take(({ kind }) => kind === one.kind)]))
  for (const one of held)
    if (one.materialId === null)
      next.set(
        one.hopperId,
        take(() => true),
      )
  for (const one of leaving) next.set(one.hopperId, next.get(one.hopperId) ?? take(() => true))
  const changes = held.map(({ hopperId, materialId }) => {
    const to = next.has(hopperId) ? (next.get(hopperId) ?? null) : materialId
    return { hopperId, from: materialId, to, differs: to !== materialId }
  })
  return [
    ...changes,
    ...missing.map(({ materialId }) => ({ hopperId: null, from: null, to: materialId, differs: true })),
  ]
}
