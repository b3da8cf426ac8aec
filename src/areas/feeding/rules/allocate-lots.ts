/**
 * Allocates material lots to rolls. The mass that a line wound or lost as waste is drawn from its hoppers by the share
 * of each hopper (`dosing`), and each hopper gives its oldest layers first (`hopper-queue`). Times are ms since 1970 at
 * the hopper, i.e. before the material reaches the web; masses are whole grams.
 */
import { calculateHopperShares, type HopperMaterial, type OrderDosing } from './dosing'
import {
  EMPTY_HOPPER,
  simulateHopper,
  type HopperDraw,
  type HopperEmptying,
  type HopperFeed,
  type HopperState,
} from './hopper-queue'
import type { Residence } from '@/plant/rules/settings'
import { toWholeGrams } from '@/plant/rules/quantity'

/** Mass that a roll, or waste that became no roll, took from the hoppers of the line. */
export interface LineDraw extends HopperDraw {
  readonly orderId: string
}
export interface LineEvents {
  readonly feeds: readonly (HopperFeed & { readonly hopperId: string })[]
  readonly emptyings: readonly (HopperEmptying & { readonly hopperId: string })[]
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
/** Data from which the shares of the hoppers of a line are calculated. */
export interface LineDosing {
  readonly dosingByOrder: ReadonlyMap<string, OrderDosing>
  readonly getKind: (materialId: string) => HopperMaterial['kind']
}
export interface LineAllocation {
  /** Allocations by the id of the draw or emptying. */
  readonly allocationById: ReadonlyMap<string, Allocation>
  /** Hopper content at moments without a draw in progress. A later allocation may continue from a checkpoint. */
  readonly checkpoints: readonly { readonly at: number; readonly state: LineHopperStates }[]
  readonly finalState: LineHopperStates
}

/**
 * Allocates lots to the draws of a line, starting from the state just before `events` begin. The result does not
 * depend on the order of the events.
 */
export function allocateLots(initialStates: LineHopperStates, events: LineEvents, dosing: LineDosing): LineAllocation {
  const allocationById = new Map<string, { lots: LotPortion[]; unknownGrams: number }>()
  const checkpoints: { at: number; state: LineHopperStates }[] = []
  const addLots = (id: string, lots: readonly LotPortion[], unknownGrams: number) => {
    const allocation = allocationById.get(id) ?? { lots: [], unknownGrams: 0 }
    allocationById.set(id, {
      lots: [...allocation.lots, ...lots],
      unknownGrams: allocation.unknownGrams + unknownGrams,
    })
  }
  let state: LineHopperStates = initialStates
  for (const { segment, drawsEndAt } of splitAtIdleMoments(events)) {
    const getMaterialsAt = createMaterialTracker(state, segment, dosing)
    const drawsByHopper = new Map<string, HopperDraw[]>()
    for (const draw of segment.draws) {
      const orderDosing = dosing.dosingByOrder.get(draw.orderId) ?? UNKNOWN_ORDER
      const shareByHopper = calculateHopperShares(orderDosing, getMaterialsAt(draw.from))
      const splitResult = splitDraw(draw, shareByHopper)
      addLots(draw.id, [], splitResult.unknownGrams)
      for (const [hopperId, hopperDraw] of splitResult.hopperDraws)
        drawsByHopper.set(hopperId, [...(drawsByHopper.get(hopperId) ?? []), hopperDraw])
    }
    const nextState = new Map(state)
    for (const hopperId of listAffectedHopperIds(state, segment, drawsByHopper)) {
      const result = simulateHopper(
        state.get(hopperId) ?? EMPTY_HOPPER,
        {
          feeds: segment.feeds.filter((event) => event.hopperId === hopperId),
          emptyings: segment.emptyings.filter((event) => event.hopperId === hopperId),
          draws: drawsByHopper.get(hopperId) ?? [],
        },
        drawsEndAt ?? Infinity,
      )
      nextState.set(hopperId, result.finalState)
      for (const [id, { portions, unknownGrams }] of result.withdrawals)
        addLots(
          id,
          portions.map((portion) => ({ ...portion, hopperId })),
          unknownGrams,
        )
    }
    state = nextState
    if (drawsEndAt !== null) checkpoints.push({ at: drawsEndAt, state })
  }
  return { allocationById, checkpoints, finalState: state }
}
const UNKNOWN_ORDER: OrderDosing = { recipe: [], feeds: [], orderedKg: null }
/** Lists the hoppers whose content may change in a segment: by an event, a draw or returning mass. */
const listAffectedHopperIds = (
  state: LineHopperStates,
  { feeds, emptyings }: LineEvents,
  draws: ReadonlyMap<string, unknown>,
): string[] => {
  const returningIds = [...state].filter(([, { returning }]) => returning).map(([hopperId]) => hopperId)
  return [
    ...new Set([...feeds, ...emptyings].map(({ hopperId }) => hopperId).concat([...draws.keys()], returningIds)),
  ].sort()
}

/** Splits events at moments without a draw in progress. The last segment has the events after the last draw, and no end. */
function splitAtIdleMoments({
  feeds,
  emptyings,
  draws,
}: LineEvents): { segment: LineEvents; drawsEndAt: number | null }[] {
  const sortedDraws = [...draws].sort(compareByTime)
  const takeFeedsBefore = createCursor([...feeds].sort((a, b) => a.at - b.at))
  const takeEmptyingsBefore = createCursor([...emptyings].sort((a, b) => a.at - b.at))
  const segments: { segment: LineEvents; drawsEndAt: number | null }[] = []
  let openDraws: LineDraw[] = []
  let drawsEndAt = -Infinity
  for (const draw of sortedDraws) {
    if (openDraws.length > 0 && draw.from >= drawsEndAt) {
      segments.push({
        segment: { draws: openDraws, feeds: takeFeedsBefore(drawsEndAt), emptyings: takeEmptyingsBefore(drawsEndAt) },
        drawsEndAt,
      })
      openDraws = []
    }
    openDraws.push(draw)
    // A draw without duration happens after all other events of its moment.
    drawsEndAt = Math.max(drawsEndAt, draw.to > draw.from ? draw.to : draw.from + 1)
  }
  if (openDraws.length > 0)
    segments.push({
      segment: { draws: openDraws, feeds: takeFeedsBefore(drawsEndAt), emptyings: takeEmptyingsBefore(drawsEndAt) },
      drawsEndAt,
    })
  segments.push({
    segment: { draws: [], feeds: takeFeedsBefore(Infinity), emptyings: takeEmptyingsBefore(Infinity) },
    drawsEndAt: null,
  })
  return segments
}
const compareByTime = (a: LineDraw, b: LineDraw): number => a.from - b.from || a.to - b.to || (a.id < b.id ? -1 : 1)
/**
 * Creates a function that returns the events before a moment that it has not returned yet. Call the function with
 * increasing moments.
 */
function createCursor<T extends { readonly at: number }>(sorted: readonly T[]): (moment: number) => T[] {
  let nextIndex = 0
  return (moment) => {
    const startIndex = nextIndex
    while (nextIndex < sorted.length && sorted[nextIndex]!.at < moment) nextIndex++
    return sorted.slice(startIndex, nextIndex)
  }
}

/** Creates a function that returns the material in each hopper at a moment. Call the function with increasing moments. */
function createMaterialTracker(
  initialStates: LineHopperStates,
  { feeds, emptyings }: LineEvents,
  { getKind }: LineDosing,
) {
  const materialByHopper = new Map<string, HopperMaterial>()
  for (const [hopperId, { materialId }] of initialStates)
    if (materialId) materialByHopper.set(hopperId, { materialId, kind: getKind(materialId) })
  // `rank` sorts events of the same moment: a hopper is emptied before it is fed.
  const materialChanges = [
    ...emptyings.map(({ id, at, hopperId }) => ({ id, at, hopperId, materialId: null, rank: 0 })),
    ...feeds
      .filter(({ grams }) => grams > 0)
      .map(({ feedId, at, hopperId, materialId }) => ({ id: feedId, at, hopperId, materialId, rank: 1 })),
  ].sort((a, b) => a.at - b.at || a.rank - b.rank || (a.id < b.id ? -1 : 1))
  let nextIndex = 0
  return (at: number): ReadonlyMap<string, HopperMaterial> => {
    for (; nextIndex < materialChanges.length && materialChanges[nextIndex]!.at <= at; nextIndex++) {
      const { hopperId, materialId } = materialChanges[nextIndex]!
      if (materialId === null) materialByHopper.delete(hopperId)
      else materialByHopper.set(hopperId, { materialId, kind: getKind(materialId) })
    }
    return materialByHopper
  }
}
/** A sum of shares above this limit counts as 1, because floating-point sums may fall short of 1. */
const FULL_SHARE_LIMIT = 1 - 1e-7
/**
 * Splits a draw of the line into draws from its hoppers. Rounding cumulative sums keeps the total exact to the gram; mass
 * without a share is unknown.
 */
function splitDraw(
  draw: LineDraw,
  shareByHopper: ReadonlyMap<string, number>,
): { hopperDraws: Map<string, HopperDraw>; unknownGrams: number } {
  const hopperDraws = new Map<string, HopperDraw>()
  let cumulativeShare = 0
  let assignedGrams = 0
  for (const [hopperId, hopperShare] of [...shareByHopper].sort(([a], [b]) => (a < b ? -1 : 1))) {
    cumulativeShare += hopperShare
    const cumulativeGrams = Math.round(draw.grams * (cumulativeShare > FULL_SHARE_LIMIT ? 1 : cumulativeShare))
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

/** A roll, or waste that became no roll, as it left the web. Times are ms since 1970 at the winder. */
export interface WoundRoll {
  readonly id: string
  readonly orderId: string
  readonly startsAt: number
  readonly endsAt: number
  readonly kg: number
  readonly speedMPerMin: number | null
  readonly lengthM: number | null
  /** True for waste that went back into the hoppers of the line when it left the web. */
  readonly isReturned?: boolean
}
/** Returns the shortest time from hopper to winder, ms. */
export const getMinResidenceMs = ({ delayMs, spreadMs }: Residence): number => Math.max(0, delayMs - spreadMs)
const MINUTE_MS = 60_000
/**
 * Converts a roll to a draw. The roll takes the hopper content of one residence time earlier, and lots mix over the mass
 * wound in the mixing time (`spreadMs`). The winding time is length ÷ speed, because a line may stop while a roll is on
 * the winder. Without length or speed, the winding time is the time between start and end.
 */
export function toLineDraw(roll: WoundRoll, residence: Residence): LineDraw {
  const minResidenceMs = getMinResidenceMs(residence)
  const endsAt = Math.max(roll.startsAt, roll.endsAt)
  const windingMs =
    roll.speedMPerMin && roll.lengthM ? (roll.lengthM / roll.speedMPerMin) * MINUTE_MS : endsAt - roll.startsAt
  const grams = Math.max(0, toWholeGrams(roll.kg))
  return {
    id: roll.id,
    orderId: roll.orderId,
    from: roll.startsAt - minResidenceMs,
    to: endsAt - minResidenceMs,
    grams,
    ...(roll.isReturned ? { returnsAt: endsAt } : {}),
    mixedGrams: windingMs > 0 ? Math.round((grams * residence.spreadMs) / Math.max(windingMs, MINUTE_MS)) : grams,
  }
}
