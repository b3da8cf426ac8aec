/**
 * Which lots are in which roll: what a line wound, and what it extruded and lost, is drawn from its hoppers by the ratio of
 * each one's role (`dosing`), and each hopper gives what stands first in it (`hopper-queue`). Times are ms since 1970 at the
 * hopper; masses whole grams.
 */
import { sharesOf, type Held, type OrderDosing } from './dosing'
import { emptyHopper, runHopper, toGrams, type Draw, type Emptied, type Fed, type HopperState } from './hopper-queue'
import type { Residence } from '@/plant/rules/settings'

/** A roll, or waste that became no roll. */
export interface LineDraw extends Draw {
  readonly orderId: string
}
export interface LineEvents {
  readonly fed: readonly (Fed & { readonly hopperId: string })[]
  readonly emptied: readonly (Emptied & { readonly hopperId: string })[]
  readonly draws: readonly LineDraw[]
}
/** What the hoppers of a line hold, by hopper. */
export type LineState = ReadonlyMap<string, HopperState>
export interface LotInside {
  readonly hopperId: string
  readonly feedId: string
  readonly lotId: string | null
  readonly materialId: string
  readonly grams: number
}
export interface Allocation {
  readonly lots: readonly LotInside[]
  /** What no hopper held. */
  readonly unknownGrams: number
}
export interface Dosings {
  readonly orders: ReadonlyMap<string, OrderDosing>
  readonly kindOf: (materialId: string) => Held['kind']
}
export interface LineCount {
  /** Of every draw and every emptying, by its id. */
  readonly allocations: ReadonlyMap<string, Allocation>
  /** What the hoppers held each time that one draw had ended and the next had not begun; a count may go on from there. */
  readonly between: readonly { readonly at: number; readonly state: LineState }[]
  readonly end: LineState
}

/** Counts a line from a state that holds just before `events` begin. The same events give the same lots in any order. */
export function lotsOfLine(start: LineState, events: LineEvents, dosings: Dosings): LineCount {
  const allocations = new Map<string, { lots: LotInside[]; unknownGrams: number }>()
  const between: { at: number; state: LineState }[] = []
  const note = (id: string, lots: readonly LotInside[], unknownGrams: number) => {
    const sum = allocations.get(id) ?? { lots: [], unknownGrams: 0 }
    allocations.set(id, { lots: [...sum.lots, ...lots], unknownGrams: sum.unknownGrams + unknownGrams })
  }
  let state: LineState = start
  const heldAt = holding(start, events, dosings)
  for (const { part, endsAt } of partsOf(events)) {
    const draws = new Map<string, Draw[]>()
    for (const draw of part.draws) {
      const { own, unknown } = shared(
        draw,
        sharesOf(dosings.orders.get(draw.orderId) ?? nothingKnown, heldAt(draw.from)),
      )
      note(draw.id, [], unknown)
      for (const [hopper, one] of own) draws.set(hopper, [...(draws.get(hopper) ?? []), one])
    }
    const after = new Map(state)
    for (const hopperId of touched(part, draws)) {
      const ran = runHopper(state.get(hopperId) ?? emptyHopper, {
        fed: part.fed.filter((one) => one.hopperId === hopperId),
        emptied: part.emptied.filter((one) => one.hopperId === hopperId),
        draws: draws.get(hopperId) ?? [],
      })
      after.set(hopperId, ran.after)
      for (const [id, { portions, unknownGrams }] of ran.taken)
        note(
          id,
          portions.map((portion) => ({ ...portion, hopperId })),
          unknownGrams,
        )
    }
    state = after
    if (endsAt !== null) between.push({ at: endsAt, state })
  }
  return { allocations, between, end: state }
}
const nothingKnown: OrderDosing = { recipe: [], fed: [], orderedKg: null }
const touched = ({ fed, emptied }: LineEvents, draws: ReadonlyMap<string, unknown>): string[] =>
  [...new Set([...fed, ...emptied].map(({ hopperId }) => hopperId).concat([...draws.keys()]))].sort()

/** Cuts events apart where no draw goes on: each part with the moment it ends at, the last without one. */
function partsOf({ fed, emptied, draws }: LineEvents): { part: LineEvents; endsAt: number | null }[] {
  const sorted = [...draws].sort(byTime)
  const feeds = [...fed].sort((a, b) => a.at - b.at)
  const empties = [...emptied].sort((a, b) => a.at - b.at)
  const [until, until2] = [pointer(feeds), pointer(empties)]
  const parts: { part: LineEvents; endsAt: number | null }[] = []
  let open: LineDraw[] = []
  let endsAt = -Infinity
  for (const draw of sorted) {
    if (open.length > 0 && draw.from >= endsAt) {
      parts.push({ part: { draws: open, fed: until(endsAt), emptied: until2(endsAt) }, endsAt })
      open = []
    }
    open.push(draw)
    // What is drawn at once is drawn after all else of its moment.
    endsAt = Math.max(endsAt, draw.to > draw.from ? draw.to : draw.from + 1)
  }
  if (open.length > 0) parts.push({ part: { draws: open, fed: until(endsAt), emptied: until2(endsAt) }, endsAt })
  parts.push({ part: { draws: [], fed: until(Infinity), emptied: until2(Infinity) }, endsAt: null })
  return parts
}
const byTime = (a: LineDraw, b: LineDraw): number => a.from - b.from || a.to - b.to || (a.id < b.id ? -1 : 1)
/** Answers, called with ever later moments, what happened before each that was not answered yet. */
function pointer<T extends { readonly at: number }>(sorted: readonly T[]): (before: number) => T[] {
  let next = 0
  return (before) => {
    const from = next
    while (next < sorted.length && sorted[next]!.at < before) next++
    return sorted.slice(from, next)
  }
}

/** What each hopper was fed last, asked with ever later moments. */
function holding(start: LineState, { fed, emptied }: LineEvents, { kindOf }: Dosings) {
  const held = new Map<string, Held>()
  for (const [hopperId, { materialId }] of start)
    if (materialId) held.set(hopperId, { materialId, kind: kindOf(materialId) })
  const changes = [
    ...emptied.map(({ id, at, hopperId }) => ({ id, at, hopperId, materialId: null, rank: 0 })),
    ...fed
      .filter(({ grams }) => grams > 0)
      .map(({ feedId, at, hopperId, materialId }) => ({ id: feedId, at, hopperId, materialId, rank: 1 })),
  ].sort((a, b) => a.at - b.at || a.rank - b.rank || (a.id < b.id ? -1 : 1))
  let next = 0
  return (at: number): ReadonlyMap<string, Held> => {
    for (; next < changes.length && changes[next]!.at <= at; next++) {
      const { hopperId, materialId } = changes[next]!
      if (materialId === null) held.delete(hopperId)
      else held.set(hopperId, { materialId, kind: kindOf(materialId) })
    }
    return held
  }
}
/** A draw on the line as draws on its hoppers, to the gram; what no share accounts for is unknown. */
function shared(draw: LineDraw, shares: ReadonlyMap<string, number>): { own: Map<string, Draw>; unknown: number } {
  const own = new Map<string, Draw>()
  let [share, given] = [0, 0]
  for (const [hopperId, part] of [...shares].sort(([a], [b]) => (a < b ? -1 : 1))) {
    share += part
    const until = Math.round(draw.grams * (share > 1 - 1e-7 ? 1 : share))
    if (until > given)
      own.set(hopperId, { ...draw, grams: until - given, mixedGrams: Math.round(draw.mixedGrams * part) })
    given = until
  }
  return { own, unknown: draw.grams - given }
}

export interface Wound {
  readonly id: string
  readonly orderId: string
  readonly startsAt: number
  readonly endsAt: number
  readonly kg: number
  /** m/min */
  readonly speed: number | null
  readonly lengthM: number | null
}
/** Nothing is in the web sooner after it was fed than this. */
export const soonest = ({ delayMs, spreadMs }: Residence): number => Math.max(0, delayMs - spreadMs)
const MINUTE = 60_000
/**
 * A roll as a draw: it takes what was in the hoppers a residence time before, and lots mix over as much as is wound in the
 * mixing time. How fast it was wound is told by its speed, since a line may stand while a roll is on; without one by the
 * time it took.
 */
export function drawOf(roll: Wound, residence: Residence): LineDraw {
  const early = soonest(residence)
  const endsAt = Math.max(roll.startsAt, roll.endsAt)
  const ran = roll.speed && roll.lengthM ? (roll.lengthM / roll.speed) * MINUTE : endsAt - roll.startsAt
  const grams = Math.max(0, toGrams(roll.kg))
  return {
    id: roll.id,
    orderId: roll.orderId,
    from: roll.startsAt - early,
    to: endsAt - early,
    grams,
    mixedGrams: ran > 0 ? Math.round((grams * residence.spreadMs) / Math.max(ran, MINUTE)) : grams,
  }
}
