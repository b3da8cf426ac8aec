/** Finds which settings of a line change when the next order begins. Lengths in m, widths in mm. */
import { needsHopper, type MaterialKind } from '@/areas/feeding/rules/feed'

/** The properties of an order that decide how the line is set up. */
export interface LineOrderNeeds {
  readonly productId: string
  readonly customerId: string | null
  readonly gsm: number | null
  readonly webWidthMm: number | null
  readonly widthMm: number | null
  readonly jumboLengthM: number | null
  readonly rollLengthM: number | null
  readonly slittingPattern: string | null
}
/** Settings of a line that an order may change, in the order in which a crew works through them. */
export const changeoverParts = ['jumboLength', 'webWidth', 'slittingPattern', 'labels'] as const
export type ChangeoverPart = (typeof changeoverParts)[number]
const fieldsByPart: Readonly<Record<ChangeoverPart, readonly (keyof LineOrderNeeds)[]>> = {
  jumboLength: ['jumboLengthM'],
  webWidth: ['webWidthMm'],
  slittingPattern: ['slittingPattern', 'widthMm', 'rollLengthM'],
  labels: ['productId', 'customerId', 'gsm'],
}
/** Returns the parts in which an order differs from the previous one; all parts if there was none. */
export const getChangedParts = (next: LineOrderNeeds, previous: LineOrderNeeds | null): ReadonlySet<ChangeoverPart> =>
  new Set(
    changeoverParts.filter((part) => !previous || fieldsByPart[part].some((field) => next[field] !== previous[field])),
  )

export interface HopperContents {
  readonly hopperId: string
  /**
   * The material in the hopper. Null if the hopper is empty or was never fed; `UNKNOWN_CONTENTS` if the last feed could
   * not be read.
   */
  readonly materialId: string | null
  readonly kind: MaterialKind | null
}
/** Replaces the material id if the content of a hopper could not be read. */
export const UNKNOWN_CONTENTS = 'unknown'
export interface RecipeMaterial {
  readonly materialId: string
  readonly kind: MaterialKind
}
export interface HopperChangeover {
  /** Null if no hopper of the line is free. */
  readonly hopperId: string | null
  readonly currentMaterialId: string | null
  /** Null if the hopper is emptied and no recipe material goes there. */
  readonly nextMaterialId: string | null
  /** True if the hopper needs another material than it holds. */
  readonly differs: boolean
  /** Set if a person has to check the hopper: `contents` if its content is unknown, `recipe` if no recipe is known. */
  readonly manualCheck?: 'contents' | 'recipe'
}
/**
 * Plans which material each hopper contains after the changeover. A recipe material that is in a hopper stays there. A
 * recipe material that no hopper contains replaces an unwanted material of the same kind, else goes into an empty
 * hopper, else replaces any unwanted material. Reclaimed material (`mid`) is never unwanted, although no recipe names
 * it. A hopper with unknown contents is used last. Without a recipe, or if the recipe needs no hopper, nothing changes.
 * @param recipe null if it could not be read
 */
export function planHopperChanges(
  hoppers: readonly HopperContents[],
  recipe: readonly RecipeMaterial[] | null,
): HopperChangeover[] {
  if (!recipe)
    return hoppers.map(({ hopperId, materialId }) => {
      const materialInHopper = materialId === UNKNOWN_CONTENTS ? null : materialId
      return {
        hopperId,
        currentMaterialId: materialInHopper,
        nextMaterialId: null,
        differs: false,
        manualCheck: materialId === UNKNOWN_CONTENTS ? 'contents' : 'recipe',
      }
    })
  // Materials of the recipe that a hopper has to hold.
  const hopperRecipe = recipe.filter(({ kind }) => needsHopper(kind))
  if (hopperRecipe.length === 0)
    return hoppers.map(({ hopperId, materialId }) =>
      materialId === UNKNOWN_CONTENTS
        ? { hopperId, currentMaterialId: null, nextMaterialId: null, differs: false, manualCheck: 'contents' }
        : { hopperId, currentMaterialId: materialId, nextMaterialId: materialId, differs: false },
    )
  const canStay = ({ materialId, kind }: HopperContents) =>
    kind === 'mid' || hopperRecipe.some((entry) => entry.materialId === materialId)
  const missingMaterials = hopperRecipe.filter(
    (entry) => !hoppers.some(({ materialId }) => materialId === entry.materialId),
  )
  const takeMissingMaterial = (isSuitable: (entry: RecipeMaterial) => boolean): string | null => {
    const index = missingMaterials.findIndex(isSuitable)
    return index < 0 ? null : missingMaterials.splice(index, 1)[0]!.materialId
  }
  const hoppersToChange = hoppers.filter(
    (entry) => entry.materialId !== null && entry.materialId !== UNKNOWN_CONTENTS && !canStay(entry),
  )
  // Missing materials first replace unwanted materials of the same kind, then go into empty hoppers, then replace
  // others.
  const nextMaterials = new Map(
    hoppersToChange.map((entry) => [entry.hopperId, takeMissingMaterial(({ kind }) => kind === entry.kind)]),
  )
  for (const entry of hoppers)
    if (entry.materialId === null)
      nextMaterials.set(
        entry.hopperId,
        takeMissingMaterial(() => true),
      )
  for (const entry of hoppersToChange)
    nextMaterials.set(entry.hopperId, nextMaterials.get(entry.hopperId) ?? takeMissingMaterial(() => true))
  const changes = hoppers.map(({ hopperId, materialId }): HopperChangeover => {
    if (materialId === UNKNOWN_CONTENTS)
      return {
        hopperId,
        currentMaterialId: null,
        nextMaterialId: takeMissingMaterial(() => true),
        differs: false,
        manualCheck: 'contents',
      }
    const nextMaterialId = nextMaterials.has(hopperId) ? (nextMaterials.get(hopperId) ?? null) : materialId
    return { hopperId, currentMaterialId: materialId, nextMaterialId, differs: nextMaterialId !== materialId }
  })
  return [
    ...changes,
    ...missingMaterials.map(({ materialId }) => ({
      hopperId: null,
      currentMaterialId: null,
      nextMaterialId: materialId,
      differs: true,
    })),
  ]
}
