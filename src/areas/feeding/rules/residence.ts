/**
 * Which lots are in a roll: a line feeds lots one after the other, and what is fed comes out as web a residence time
 * later, spread by mixing in the hopper and the extruder. Times in ms since 1970.
 */
import type { Residence } from '@/plant/rules/settings'

export interface FeedLine {
  readonly id: string
  readonly lotId: string
  readonly materialId: string
  readonly hopper: string
  readonly at: number
  readonly kg: number
}
export interface Span {
  readonly startsAt: number
  readonly endsAt: number
}
export interface LotShare {
  readonly lotId: string
  readonly materialId: string
  readonly feedIds: readonly string[]
  readonly kg: number
}

/**
 * The lots that can be in a roll wound in a span. Each hopper runs on the lot fed last until the next is fed, so a feed
 * counts from its own time to the next feed of the same hopper and material, moved by the delay and widened by the spread:
 * rather one lot too many than one too few. `kg` is the feed's mass in proportion to the time it overlaps the roll.
 */
export function lotsIn(roll: Span, feeds: readonly FeedLine[], residence: Residence): LotShare[] {
  const lots = new Map<string, { lotId: string; materialId: string; feedIds: string[]; kg: number }>()
  for (const { feed, until } of turns(feeds)) {
    const from = feed.at + residence.delayMs - residence.spreadMs
    const to = until === null ? Infinity : until + residence.delayMs + residence.spreadMs
    if (from >= roll.endsAt || to <= roll.startsAt) continue
    const share = lots.get(feed.lotId) ?? { lotId: feed.lotId, materialId: feed.materialId, feedIds: [], kg: 0 }
    share.feedIds.push(feed.id)
    share.kg += until === null ? 0 : kgInRoll(feed, until, roll, residence.delayMs)
    lots.set(feed.lotId, share)
  }
  return [...lots.values()]
    .map((l) => ({ ...l, kg: Math.round(l.kg * 1000) / 1000 }))
    .sort((a, b) => b.kg - a.kg || (a.lotId < b.lotId ? -1 : 1))
}
function kgInRoll(feed: FeedLine, until: number, roll: Span, delayMs: number): number {
  const length = until - feed.at
  if (length <= 0) return 0
  const overlap = Math.min(roll.endsAt, until + delayMs) - Math.max(roll.startsAt, feed.at + delayMs)
  return overlap > 0 ? (feed.kg * overlap) / length : 0
}
/** Each feed with the time of the next into the same hopper of the same material; null while it runs. */
function turns(feeds: readonly FeedLine[]): { feed: FeedLine; until: number | null }[] {
  const sorted = [...feeds].filter((f) => f.kg > 0).sort((a, b) => a.at - b.at)
  const last = new Map<string, { feed: FeedLine; until: number | null }>()
  return sorted.map((feed) => {
    const key = `${feed.hopper} ${feed.materialId}`
    const turn = { feed, until: null as number | null }
    const before = last.get(key)
    if (before) before.until = feed.at
    last.set(key, turn)
    return turn
  })
}
