/**
 * Allocates material lots to rolls. The mass that a line wound or lost as waste is drawn from its hoppers by the
 * ratio of their roles (`dosing`), and each hopper gives its front layers first (`hopper-queue`). Times are ms since
 * 1970 at the hopper; masses are whole grams.
 */
import { sharesOf, type Held, type OrderDosing } from './dosing'
import { emptyHopper, runHopper, toGrams, type Draw, type Emptied, type Fed, type HopperState } from './hopper-queue'
import type { Residence } from '@/plant/rules/settings'

/** Draw of a roll, or of waste that became no roll. */
export interface LineDraw extends Draw {
  readonly orderId: string
}
export interface LineEvents {
  readonly fed: readonly (Fed & { readonly hopperId: string })[]
  readonly emptied: readonly (Emptied & { readonly hopperId: string })[]
  readonly draws: readonly LineDraw[]
}
/** Content of the hoppers of a line, by hopper id. */
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
  /** Mass that no hopper held. */
  readonly unknownGrams: number
}
export interface Dosings {
  readonly orders: ReadonlyMap<string, OrderDosing>
  readonly kindOf: (materialId: string) => Held['kind']
}
export interface LineCount {
  /** Allocations of every draw and every emptying, by its id. */
  readonly allocations: ReadonlyMap<string, Allocation>
  /** Hopper content at every moment without a running draw; a later allocation may continue from there. */
  readonly between: readonly { readonly at: number; readonly state: LineState }[]
  readonly end: LineState
}

/**
 * Allocates lots to the draws of a line, starting from the state just before `events` begin. The result does not
 * depend on the order of the events.
 */
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

/** Splits events at moments without a running draw; each segment has its end, the last one has none. */
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
    // A draw without duration happens after all other events of its moment.
    endsAt = Math.max(endsAt, draw.to > draw.from ? draw.to : draw.from + 1)
  }
  if (open.length > 0) parts.push({ part: { draws: open, fed: until(endsAt), emptied: until2(endsAt) }, endsAt })
  parts.push({ part: { draws: [], fed: until(Infinity), emptied: until2(Infinity) }, endsAt: null })
  return parts
}
const byTime = (a: LineDraw, b: LineDraw): number => a.from - b.from || a.to - b.to || (a.id < b.id ? -1 : 1)
/** Returns a function that yields the next events before a moment; call it with increasing moments. */
function pointer<T extends { readonly at: number }>(sorted: readonly T[]): (before: number) => T[] {
  let next = 0
  return (before) => {
    const from = next
    while (next < sorted.length && sorted[next]!.at < before) next++
    return sorted.slice(from, next)
  }
}

/** Returns a function that yields the last material of each hopper; call it with increasing moments. */
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
/** Splits a draw of the line into draws from its hoppers, exact to the gram; mass without a share is unknown. */
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
/** Returns the shortest time from hopper to web, ms. */
export const soonest = ({ delayMs, spreadMs }: Residence): number => Math.max(0, delayMs - spreadMs)
const MINUTE = 60_000
/**
 * Converts a roll to a draw: it takes the hopper content of one residence time before, and lots mix over the mass
 * wound in the mixing time. The winding time comes from speed and length, because a line may stop while a roll is on
 * the winder; without a speed it is the time between start and end.
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
