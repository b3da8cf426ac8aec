/** Arranges the cards of a dashboard by screen width and merges concurrent changes of two devices. */

export interface CardPlacement {
  readonly key: string
  readonly size: CardSize
}
export interface DashboardCardEntry {
  readonly key: string
  readonly card: CardName
  readonly lineId: string | null
  readonly period: 'day' | 'week' | 'month' | 'season' | 'year' | null
}
/**
 * Returns the cards in the order and sizes of one screen width. Cards without a placement follow in their default size.
 */
export function arrangeCards<C extends DashboardCardEntry>(
  cards: readonly C[],
  places: readonly CardPlacement[],
): (C & { size: CardSize })[] {
  const cardByKey = new Map(cards.map((card) => [card.key, card]))
  const arrangedCards = places.flatMap(({ key, size }) => {
    const card = cardByKey.get(key)
    cardByKey.delete(key)
    return card ? [{ ...card, size: resolveCardSize(card.card, size) }] : []
  })
  return [...arrangedCards, ...[...cardByKey.values()].map((card) => ({ ...card, size: resolveCardSize(card.card) }))]
}
export type GridProblem = 'twice'
/**
 * Returns `twice` if a card key occurs more than once in the cards or at one width. Placements of removed cards are
 * allowed; rendering skips them.
 */
export function findGridProblem({
  cards,
  ...widths
}: {
  readonly cards?: readonly { readonly key: string }[] | null
  readonly phone?: readonly CardPlacement[] | null
  readonly tablet?: readonly CardPlacement[] | null
  readonly desk?: readonly CardPlacement[] | null
}): GridProblem | null {
  const keys = cards?.map(({ key }) => key)
  if (keys && new Set(keys).size < keys.length) return 'twice'
  for (const places of [widths.phone, widths.tablet, widths.desk]) {
    const placedKeys = places?.map(({ key }) => key) ?? []
    if (new Set(placedKeys).size < placedKeys.length) return 'twice'
  }
  return null
}

/**
 * Merges two lists that were derived from one base list. Additions, removals and changes of both sides apply. The side
 * that moved entries decides the order.
 * @returns null if both sides changed the same entry or moved entries differently; a person has to resolve such a
 * conflict
 */
export function mergeKeyedLists<T extends { readonly key: string }>(
  baseList: readonly T[],
  ownList: readonly T[],
  otherSideList: readonly T[],
): T[] | null {
  const indexByKey = (list: readonly T[]) => new Map(list.map((entry) => [entry.key, entry]))
  const baseByKey = indexByKey(baseList)
  const ownByKey = indexByKey(ownList)
  const otherSideByKey = indexByKey(otherSideList)
  const sharedKeys = baseList.map(({ key }) => key).filter((key) => ownByKey.has(key) && otherSideByKey.has(key))
  const getSharedOrder = (list: readonly T[]) => list.map(({ key }) => key).filter((key) => sharedKeys.includes(key))
  const isEqual = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
  const isOwnListReordered = !isEqual(getSharedOrder(ownList), sharedKeys)
  const isOtherSideReordered = !isEqual(getSharedOrder(otherSideList), sharedKeys)
  if (isOwnListReordered && isOtherSideReordered && !isEqual(getSharedOrder(ownList), getSharedOrder(otherSideList)))
    return null
  const [leadingList, otherList] = isOtherSideReordered ? [otherSideList, ownList] : [ownList, otherSideList]
  const mergedList: T[] = []
  for (const entry of [
    ...leadingList,
    ...otherList.filter(({ key }) => !leadingList.some((leadingEntry) => leadingEntry.key === key)),
  ]) {
    const baseEntry = baseByKey.get(entry.key)
    if (!baseEntry) {
      mergedList.push(entry)
      continue
    }
    const ownEntry = ownByKey.get(entry.key)
    const otherSideEntry = otherSideByKey.get(entry.key)
    const isRemoved = !ownEntry || !otherSideEntry
    if (isRemoved) continue
    const isChangedHere = !isEqual(ownEntry, baseEntry)
    const isChangedThere = !isEqual(otherSideEntry, baseEntry)
    if (isChangedHere && isChangedThere && !isEqual(ownEntry, otherSideEntry)) return null
    mergedList.push(isChangedHere ? ownEntry : otherSideEntry)
  }
  return mergedList
}

/** Size of a card in the grid: one cell, two cells side by side, or two by two cells. */
export const cardSizes = ['small', 'wide', 'large'] as const
export type CardSize = (typeof cardSizes)[number]

const DEFAULT_WIDE = ['wide', 'small', 'large'] as const
const DEFAULT_SMALL = ['small', 'wide', 'large'] as const
/** Sizes of each card of the catalogue; the first is the default. */
export const sizesByCard = {
  shift: DEFAULT_WIDE,
  lines: DEFAULT_WIDE,
  late: DEFAULT_SMALL,
  output: DEFAULT_WIDE,
  slitOutput: DEFAULT_WIDE,
  quality: DEFAULT_SMALL,
  downgrade: DEFAULT_SMALL,
  inputOutput: DEFAULT_SMALL,
  utilisation: DEFAULT_SMALL,
  unitEnergy: DEFAULT_SMALL,
  unitMaterial: DEFAULT_SMALL,
  energyCost: DEFAULT_SMALL,
  teamQ1: DEFAULT_WIDE,
  teams: DEFAULT_WIDE,
  completion: DEFAULT_WIDE,
  plan: DEFAULT_WIDE,
  climate: DEFAULT_SMALL,
  lineWindow: DEFAULT_WIDE,
  parameters: DEFAULT_WIDE,
  machines: DEFAULT_SMALL,
  losses: DEFAULT_WIDE,
  repairAges: DEFAULT_SMALL,
  outputHeat: DEFAULT_WIDE,
  oeeHeat: DEFAULT_WIDE,
} as const satisfies Record<string, readonly [CardSize, ...CardSize[]]>
export type CardName = keyof typeof sizesByCard
export const cardNames = Object.keys(sizesByCard) as [CardName, ...CardName[]]
/** Returns the requested size if the card is readable in it, else its default size. */
export function resolveCardSize(card: CardName, requestedSize?: CardSize): CardSize {
  const sizes: readonly [CardSize, ...CardSize[]] = sizesByCard[card]
  return requestedSize && sizes.includes(requestedSize) ? requestedSize : sizes[0]
}
