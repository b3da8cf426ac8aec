/** Arrangement of cards by screen width, and merging of two persons' changes. */
import { resolveCardSize, type CardName, type CardSize } from './card-sizes'

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
/** Returns the cards in the order and sizes of one width; cards without a place follow in their default size. */
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
/** Returns why a grid cannot be stored: a duplicate card. Places of removed cards are allowed; rendering skips them. */
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
 * Merges two lists derived from one base: additions, removals and changes of both sides apply. The order is that of the
 * side that moved entries.
 * @returns null if both sides changed the same entry or both moved entries, which a person has to resolve
 */
export function mergeKeyedLists<T extends { readonly key: string }>(
  base: readonly T[],
  mine: readonly T[],
  theirs: readonly T[],
): T[] | null {
  const [baseByKey, mineByKey, theirsByKey] = [base, mine, theirs].map(
    (list) => new Map(list.map((entry) => [entry.key, entry])),
  )
  const sharedKeys = base.map(({ key }) => key).filter((key) => mineByKey!.has(key) && theirsByKey!.has(key))
  const getSharedOrder = (list: readonly T[]) => list.map(({ key }) => key).filter((key) => sharedKeys.includes(key))
  const isEqual = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
  const [mineReordered, theirsReordered] = [
    !isEqual(getSharedOrder(mine), sharedKeys),
    !isEqual(getSharedOrder(theirs), sharedKeys),
  ]
  if (mineReordered && theirsReordered && !isEqual(getSharedOrder(mine), getSharedOrder(theirs))) return null
  const [leadingList, otherList] = theirsReordered ? [theirs, mine] : [mine, theirs]
  const merged: T[] = []
  for (const entry of [
    ...leadingList,
    ...otherList.filter(({ key }) => !leadingList.some((leadingEntry) => leadingEntry.key === key)),
  ]) {
    const { key } = entry
    const baseEntry = baseByKey!.get(key)
    const [mineEntry, theirsEntry] = [mineByKey!.get(key), theirsByKey!.get(key)]
    if (baseEntry && (!mineEntry || !theirsEntry)) continue
    if (
      mineEntry &&
      theirsEntry &&
      baseEntry &&
      !isEqual(mineEntry, baseEntry) &&
      !isEqual(theirsEntry, baseEntry) &&
      !isEqual(mineEntry, theirsEntry)
    )
      return null
    merged.push(
      mineEntry && theirsEntry && baseEntry ? (isEqual(mineEntry, baseEntry) ? theirsEntry : mineEntry) : entry,
    )
  }
  return merged
}
