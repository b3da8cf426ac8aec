/**
 * Allocates material lots to rolls. The mass that a line wound or lost as waste is drawn from its hoppers by the
 * ratio of their roles (`dosing`), and each hopper gives its front layers first (`hopper-queue`). Times are ms since
 * 1970 at the hopper; masses are whole grams.
 */
import { calculateHopperShares, type HopperMaterial, type OrderDosing } from './dosing'
import {
  EMPTY_HOPPER,
  simulateHopper,
  toWholeGrams,
  type HopperDraw,
  type HopperEmptying,
  type HopperFeed,
  type HopperState,
} from './hopper-queue'
import type { Residence } from '@/plant/rules/settings'

/** Draw of a roll, or of waste that became no roll. */
export interface LineDraw extends HopperDraw {
  readonly orderId: string
}
export interface LineEvents {
  readonly fed: readonly (HopperFeed & { readonly hopperId: string })[]
  readonly emptied: readonly (HopperEmptying & { readonly hopperId: string })[]
  readonly draws: readonly LineDraw[]
}
/** Content of the hoppers of a line, by hopper id. */
export type LineHopperStates = ReadonlyMap<string, HopperState>
export interface LotPortion {
  readonly hopperId: string
  readonly feedId: string
  readonly lotId: string | null
  readonly materialId: string
  readonly grams: number
}
export interface Allocation {
  readonly lots: readonly LotPortion[]
  /** Mass that no hopper held. */
  readonly unknownGrams: number
}
export interface LineDosing {
  readonly orders: ReadonlyMap<string, OrderDosing>
  readonly getKind: (materialId: string) => HopperMaterial['kind']
}
export interface LineAllocation {
  /** Allocations of every draw and every emptying, by its id. */
  readonly allocations: ReadonlyMap<string, Allocation>
  /** Hopper content at every moment without a running draw; a later allocation may continue from there. */
  readonly checkpoints: readonly { readonly at: number; readonly state: LineHopperStates }[]
  readonly finalState: LineHopperStates
}

/**
 * Allocates lots to the draws of a line, starting from the state just before `events` begin. The result does not
 * depend on the order of the events.
 */
export function allocateLots(start: LineHopperStates, events: LineEvents, dosing: LineDosing): LineAllocation {
  const allocations = new Map<string, { lots: LotPortion[]; unknownGrams: number }>()
  const checkpoints: { at: number; state: LineHopperStates }[] = []
  const addLots = (id: string, lots: readonly LotPortion[], unknownGrams: number) => {
    const allocation = allocations.get(id) ?? { lots: [], unknownGrams: 0 }
    allocations.set(id, { lots: [...allocation.lots, ...lots], unknownGrams: allocation.unknownGrams + unknownGrams })
  }
  let state: LineHopperStates = start
  const getMaterialsAt = createMaterialTracker(start, events, dosing)
  for (const { segment, endsAt } of splitAtIdleMoments(events)) {
    const drawsByHopper = new Map<string, HopperDraw[]>()
    for (const draw of segment.draws) {
      const { hopperDraws, unknownGrams: unknownGramsOfDraw } = splitDraw(
        draw,
        calculateHopperShares(dosing.orders.get(draw.orderId) ?? UNKNOWN_ORDER, getMaterialsAt(draw.from)),
      )
      addLots(draw.id, [], unknownGramsOfDraw)
      for (const [hopper, event] of hopperDraws)
        drawsByHopper.set(hopper, [...(drawsByHopper.get(hopper) ?? []), event])
    }
    const nextState = new Map(state)
    for (const hopperId of listTouchedHopperIds(segment, drawsByHopper)) {
      const result = simulateHopper(state.get(hopperId) ?? EMPTY_HOPPER, {
        fed: segment.fed.filter((event) => event.hopperId === hopperId),
        emptied: segment.emptied.filter((event) => event.hopperId === hopperId),
        draws: drawsByHopper.get(hopperId) ?? [],
      })
      nextState.set(hopperId, result.finalState)
      for (const [id, { portions, unknownGrams }] of result.withdrawals)
        addLots(
          id,
          portions.map((portion) => ({ ...portion, hopperId })),
          unknownGrams,
        )
    }
    state = nextState
    if (endsAt !== null) checkpoints.push({ at: endsAt, state })
  }
  return { allocations, checkpoints, finalState: state }
}
const UNKNOWN_ORDER: OrderDosing = { recipe: [], fed: [], orderedKg: null }
const listTouchedHopperIds = ({ fed, emptied }: LineEvents, draws: ReadonlyMap<string, unknown>): string[] =>
  [...new Set([...fed, ...emptied].map(({ hopperId }) => hopperId).concat([...draws.keys()]))].sort()

/** Splits events at moments without a running draw; each segment has its end, the last one has none. */
function splitAtIdleMoments({ fed, emptied, draws }: LineEvents): { segment: LineEvents; endsAt: number | null }[] {
  const sortedDraws = [...draws].sort(compareByTime)
  const feeds = [...fed].sort((a, b) => a.at - b.at)
  const emptyings = [...emptied].sort((a, b) => a.at - b.at)
  const [takeFeedsBefore, takeEmptyingsBefore] = [createCursor(feeds), createCursor(emptyings)]
  const segments: { segment: LineEvents; endsAt: number | null }[] = []
  let openDraws: LineDraw[] = []
  let endsAt = -Infinity
  for (const draw of sortedDraws) {
    if (openDraws.length > 0 && draw.from >= endsAt) {
      segments.push({
        segment: { draws: openDraws, fed: takeFeedsBefore(endsAt), emptied: takeEmptyingsBefore(endsAt) },
        endsAt,
      })
      openDraws = []
    }
    openDraws.push(draw)
    // A draw without duration happens after all other events of its moment.
    endsAt = Math.max(endsAt, draw.to > draw.from ? draw.to : draw.from + 1)
  }
  if (openDraws.length > 0)
    segments.push({
      segment: { draws: openDraws, fed: takeFeedsBefore(endsAt), emptied: takeEmptyingsBefore(endsAt) },
      endsAt,
    })
  segments.push({
    segment: { draws: [], fed: takeFeedsBefore(Infinity), emptied: takeEmptyingsBefore(Infinity) },
    endsAt: null,
  })
  return segments
}
const compareByTime = (a: LineDraw, b: LineDraw): number => a.from - b.from || a.to - b.to || (a.id < b.id ? -1 : 1)
/** Returns a function that yields the next events before a moment; call it with increasing moments. */
function createCursor<T extends { readonly at: number }>(sorted: readonly T[]): (moment: number) => T[] {
  let next = 0
  return (moment) => {
    const first = next
    while (next < sorted.length && sorted[next]!.at < moment) next++
    return sorted.slice(first, next)
  }
}

/** Returns a function that yields the last material of each hopper; call it with increasing moments. */
function createMaterialTracker(start: LineHopperStates, { fed, emptied }: LineEvents, { getKind }: LineDosing) {
  const materials = new Map<string, HopperMaterial>()
  for (const [hopperId, { materialId }] of start)
    if (materialId) materials.set(hopperId, { materialId, kind: getKind(materialId) })
  const changes = [
    ...emptied.map(({ id, at, hopperId }) => ({ id, at, hopperId, materialId: null, rank: 0 })),
    ...fed
      .filter(({ grams }) => grams > 0)
      .map(({ feedId, at, hopperId, materialId }) => ({ id: feedId, at, hopperId, materialId, rank: 1 })),
  ].sort((a, b) => a.at - b.at || a.rank - b.rank || (a.id < b.id ? -1 : 1))
  let next = 0
  return (at: number): ReadonlyMap<string, HopperMaterial> => {
    for (; next < changes.length && changes[next]!.at <= at; next++) {
      const { hopperId, materialId } = changes[next]!
      if (materialId === null) materials.delete(hopperId)
      else materials.set(hopperId, { materialId, kind: getKind(materialId) })
    }
    return materials
  }
}
/** Splits a draw of the line into draws from its hoppers, exact to the gram; mass without a share is unknown. */
function splitDraw(
  draw: LineDraw,
  shares: ReadonlyMap<string, number>,
): { hopperDraws: Map<string, HopperDraw>; unknownGrams: number } {
  const hopperDraws = new Map<string, HopperDraw>()
  let [cumulativeShare, assignedGrams] = [0, 0]
  for (const [hopperId, hopperShare] of [...shares].sort(([a], [b]) => (a < b ? -1 : 1))) {
    cumulativeShare += hopperShare
    const cumulativeGrams = Math.round(draw.grams * (cumulativeShare > 1 - 1e-7 ? 1 : cumulativeShare))
    if (cumulativeGrams > assignedGrams)
      hopperDraws.set(hopperId, {
        ...draw,
        grams: cumulativeGrams - assignedGrams,
        mixedGrams: Math.round(draw.mixedGrams * hopperShare),
      })
    assignedGrams = cumulativeGrams
  }
  return { hopperDraws, unknownGrams: draw.grams - assignedGrams }
}

export interface WoundRoll {
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
export const getMinResidenceMs = ({ delayMs, spreadMs }: Residence): number => Math.max(0, delayMs - spreadMs)
const MINUTE_MS = 60_000
/**
 * Converts a roll to a draw: it takes the hopper content of one residence time before, and lots mix over the mass
 * wound in the mixing time. The winding time comes from speed and length, because a line may stop while a roll is on
 * the winder; without a speed it is the time between start and end.
 */
export function toLineDraw(roll: WoundRoll, residence: Residence): LineDraw {
  const minResidenceMs = getMinResidenceMs(residence)
  const endsAt = Math.max(roll.startsAt, roll.endsAt)
  const windingMs = roll.speed && roll.lengthM ? (roll.lengthM / roll.speed) * MINUTE_MS : endsAt - roll.startsAt
  const grams = Math.max(0, toWholeGrams(roll.kg))
  return {
    id: roll.id,
    orderId: roll.orderId,
    from: roll.startsAt - minResidenceMs,
    to: endsAt - minResidenceMs,
    grams,
    mixedGrams: windingMs > 0 ? Math.round((grams * residence.spreadMs) / Math.max(windingMs, MINUTE_MS)) : grams,
  }
}
