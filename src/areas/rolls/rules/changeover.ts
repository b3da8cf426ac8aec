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
  /** Fed there last and not emptied since; null: empty, or never fed; `unknown`: what was fed there could not be read. */
  readonly materialId: string | null
  readonly kind: MaterialKind | null
}
/** In place of what a hopper holds. */
export const unknown = 'unknown'
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
  /** What is not known and a person has to look at: what is inside, or what the order wants there. */
  readonly look?: 'contents' | 'recipe'
}
/**
 * What every hopper holds and shall hold. A material of the recipe stays where it is; one that is in no hopper takes the
 * place of one of its kind that is not wanted any more, else an empty hopper. Recycled material may stay: no recipe names it.
 * One that may hold anything comes last, for what no other is there for. @param recipe null: it could not be read
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
