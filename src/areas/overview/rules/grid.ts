/** Arrangement of cards by screen width, and merging of two persons' changes. */
import { sizeOf, type CardName, type CardSize } from './card-sizes'

export interface Placed {
  readonly key: string
  readonly size: CardSize
}
export interface Card {
  readonly key: string
  readonly card: CardName
  readonly lineId: string | null
  readonly period: 'day' | 'week' | 'month' | 'season' | 'year' | null
}
/** Returns the cards in the order and sizes of one width; cards without a place follow in their default size. */
export function placedCards<C extends Card>(
  cards: readonly C[],
  places: readonly Placed[],
): (C & { size: CardSize })[] {
  const by = new Map(cards.map((card) => [card.key, card]))
  const named = places.flatMap(({ key, size }) => {
    const card = by.get(key)
    by.delete(key)
    return card ? [{ ...card, size: sizeOf(card.card, size) }] : []
  })
  return [...named, ...[...by.values()].map((card) => ({ ...card, size: sizeOf(card.card) }))]
}
export type GridProblem = 'twice'
/** Returns why a grid cannot be stored: a duplicate card. Places of removed cards are allowed; rendering skips them. */
export function gridProblem({
  cards,
  ...widths
}: {
  readonly cards?: readonly { readonly key: string }[] | null
  readonly phone?: readonly Placed[] | null
  readonly tablet?: readonly Placed[] | null
  readonly desk?: readonly Placed[] | null
}): GridProblem | null {
  const keys = cards?.map(({ key }) => key)
  if (keys && new Set(keys).size < keys.length) return 'twice'
  for (const places of [widths.phone, widths.tablet, widths.desk]) {
    const placed = places?.map(({ key }) => key) ?? []
    if (new Set(placed).size < placed.length) return 'twice'
  }
  return null
}

/**
 * Merges two lists derived from one base: additions, removals and changes of both sides apply. The order is that of the
 * side that moved entries.
 * @returns null if both sides changed the same entry or both moved entries, which a person has to resolve
 */
export function mergedList<T extends { readonly key: string }>(
  base: readonly T[],
  mine: readonly T[],
  theirs: readonly T[],
): T[] | null {
  const [was, my, their] = [base, mine, theirs].map((all) => new Map(all.map((one) => [one.key, one])))
  const common = base.map(({ key }) => key).filter((key) => my!.has(key) && their!.has(key))
  const orderOf = (all: readonly T[]) => all.map(({ key }) => key).filter((key) => common.includes(key))
  const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
  const [iMoved, theyMoved] = [!same(orderOf(mine), common), !same(orderOf(theirs), common)]
  if (iMoved && theyMoved && !same(orderOf(mine), orderOf(theirs))) return null
  const [lead, other] = theyMoved ? [theirs, mine] : [mine, theirs]
  const joined: T[] = []
  for (const one of [...lead, ...other.filter(({ key }) => !lead.some((l) => l.key === key))]) {
    const { key } = one
    const before = was!.get(key)
    const [m, t] = [my!.get(key), their!.get(key)]
    if (before && (!m || !t)) continue
    if (m && t && before && !same(m, before) && !same(t, before) && !same(m, t)) return null
    joined.push(m && t && before ? (same(m, before) ? t : m) : one)
  }
  return joined
}
