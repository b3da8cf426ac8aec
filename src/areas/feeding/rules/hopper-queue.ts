/**
 * Models a hopper as a first-in, first-out queue of masses. Where one lot follows another, both leave as a mixture
 * for a while. Masses are whole grams, so that sums are exact; times are ms since 1970, at the hopper.
 */

/** Remaining mass of one feed in a hopper. */
export interface FeedLayer {
  readonly feedId: string
  /** Null only for reclaimed pellets. */
  readonly lotId: string | null
  readonly materialId: string
  readonly grams: number
}
export interface HopperState {
  /** In the order in which they leave. */
  readonly layers: readonly FeedLayer[]
  /** Last material fed; null after the hopper was emptied. A hopper that ran dry keeps its material. */
  readonly materialId: string | null
  /** Drawn mass that has not come back into the hopper yet; see `HopperDraw.returnsAt`. */
  readonly returning?: readonly HopperFeed[]
}
export const EMPTY_HOPPER: HopperState = { layers: [], materialId: null }

export interface HopperFeed extends FeedLayer {
  readonly at: number
}
/** The complete content was taken out. */
export interface HopperEmptying {
  readonly id: string
  readonly at: number
}
/** Mass that the line takes from the hopper at an even rate between two moments. */
export interface HopperDraw {
  readonly id: string
  readonly from: number
  readonly to: number
  readonly grams: number
  /** Mass at the outlet that leaves as a mixture: mixing time × draw rate. */
  readonly mixedGrams: number
  /** When the drawn mass comes back into the hopper, e.g. as edge trim; not set if it leaves the line. */
  readonly returnsAt?: number
}
export interface HopperEvents {
  readonly feeds: readonly HopperFeed[]
  readonly emptyings: readonly HopperEmptying[]
  readonly draws: readonly HopperDraw[]
}
export interface HopperWithdrawal {
  readonly portions: readonly FeedLayer[]
  /** Mass drawn while the hopper was empty: a feed was not recorded. */
  readonly unknownGrams: number
}

/**
 * Returns the withdrawals of each draw and emptying, and the final content of the hopper. The result does not depend
 * on the order of the given events. At the same moment the hopper is emptied first, then fed, then drawn from. Returned
 * mass keeps its lots and forms layers at the back of the queue.
 * @param until end of the simulated time; mass that returns then or later stays in `returning`
 */
export function simulateHopper(
  initialState: HopperState,
  events: HopperEvents,
  until = Infinity,
): { readonly finalState: HopperState; readonly withdrawals: ReadonlyMap<string, HopperWithdrawal> } {
  let { layers, materialId } = initialState
  const withdrawals = new Map<string, { portions: Map<string, FeedLayer>; unknownGrams: number }>()
  const addWithdrawal = (id: string, portions: readonly FeedLayer[], unknownGrams: number) => {
    const withdrawal = withdrawals.get(id) ?? { portions: new Map<string, FeedLayer>(), unknownGrams: 0 }
    for (const portion of portions)
      withdrawal.portions.set(portion.feedId, {
        ...portion,
        grams: portion.grams + (withdrawal.portions.get(portion.feedId)?.grams ?? 0),
      })
    withdrawal.unknownGrams += unknownGrams
    withdrawals.set(id, withdrawal)
  }
  const earlierReturns = initialState.returning ?? []
  const addReturned = (portions: readonly FeedLayer[]) => {
    layers = [...layers, ...portions]
    materialId ??= portions[0]?.materialId ?? null
  }
  for (const event of sortHopperEvents(events, earlierReturns, until)) {
    if (event.kind === 'emptied') {
      addWithdrawal(event.id, layers, 0)
      layers = []
      materialId = null
    } else if (event.kind === 'fed') {
      const { feedId, lotId, grams } = event.fed
      layers = [...layers, { feedId, lotId, materialId: event.fed.materialId, grams }]
      materialId = event.fed.materialId
    } else if (event.kind === 'returned') {
      addReturned(event.layer ? [event.layer] : [...(withdrawals.get(event.id)?.portions.values() ?? [])])
    } else {
      const withdrawal = takeFromLayers(layers, event.grams, event.draw.mixedGrams)
      addWithdrawal(event.id, withdrawal.portions, withdrawal.unknownGrams)
      layers = withdrawal.remainingLayers
    }
  }
  const returning = [
    ...earlierReturns.filter(({ at }) => at >= until),
    ...events.draws.flatMap(({ id, returnsAt }) =>
      returnsAt !== undefined && returnsAt >= until
        ? [...(withdrawals.get(id)?.portions.values() ?? [])].map((portion) => ({ ...portion, at: returnsAt }))
        : [],
    ),
  ]
  return {
    finalState: { layers, materialId, ...(returning.length > 0 ? { returning: returning.sort(compareReturns) } : {}) },
    withdrawals: new Map(
      [...withdrawals].map(([id, withdrawal]) => [id, { ...withdrawal, portions: [...withdrawal.portions.values()] }]),
    ),
  }
}

/** `rank` sorts events of the same moment: 0 emptied, 1 fed, 2 draw without duration, 3 returned, 4 draw. */
type HopperEvent = { readonly at: number; readonly rank: number; readonly id: string } & (
  | { readonly kind: 'emptied' }
  | { readonly kind: 'fed'; readonly fed: HopperFeed }
  | { readonly kind: 'draw'; readonly draw: HopperDraw; readonly grams: number }
  /** Without a layer, the portions of the draw with this id return. */
  | { readonly kind: 'returned'; readonly layer: FeedLayer | null }
)
const compareReturns = (a: HopperFeed, b: HopperFeed): number => a.at - b.at
/** Sorts events by time; a draw is split wherever another event begins, ends or happens within it. */
function sortHopperEvents(
  { feeds, emptyings, draws }: HopperEvents,
  earlierReturns: readonly HopperFeed[],
  until: number,
): HopperEvent[] {
  const returns: HopperEvent[] = [
    ...earlierReturns.map(({ at, ...layer }): HopperEvent => ({ kind: 'returned', at, rank: 3, id: '', layer })),
    ...draws.flatMap(({ id, returnsAt }): HopperEvent[] =>
      returnsAt === undefined ? [] : [{ kind: 'returned', at: returnsAt, rank: 3, id, layer: null }],
    ),
  ].filter(({ at }) => at < until)
  const eventMoments = [
    ...new Set(
      [...feeds, ...emptyings, ...returns].map(({ at }) => at).concat(draws.flatMap(({ from, to }) => [from, to])),
    ),
  ].sort((a, b) => a - b)
  const hopperEvents: HopperEvent[] = [
    ...emptyings.map(({ id, at }): HopperEvent => ({ kind: 'emptied', at, rank: 0, id })),
    ...feeds
      .filter(({ grams }) => grams > 0)
      .map((feed): HopperEvent => ({ kind: 'fed', at: feed.at, rank: 1, id: feed.feedId, fed: feed })),
    ...returns,
    ...draws.flatMap((draw) => sliceDraw(draw, eventMoments)),
  ]
  return hopperEvents.sort((a, b) => a.at - b.at || a.rank - b.rank || (a.id < b.id ? -1 : 1))
}
/** Splits a draw at all event moments within it. Each slice takes grams in proportion to its duration. */
function sliceDraw(draw: HopperDraw, moments: readonly number[]): HopperEvent[] {
  const { id, from, to, grams } = draw
  if (to <= from) return [{ kind: 'draw', at: from, rank: 2, id, draw, grams }]
  const getGramsUntil = (moment: number) => Math.round((grams * (moment - from)) / (to - from))
  const slices: HopperEvent[] = []
  let sliceStart = from
  for (let i = findIndexAfter(moments, from); sliceStart < to; i++) {
    const sliceEnd = Math.min(to, moments[i] ?? to)
    slices.push({
      kind: 'draw',
      at: sliceStart,
      rank: 4,
      id,
      draw,
      grams: getGramsUntil(sliceEnd) - getGramsUntil(sliceStart),
    })
    sliceStart = sliceEnd
  }
  return slices
}
/** Returns the index of the first sorted moment that is later than `moment`; the array length if there is none. */
function findIndexAfter(moments: readonly number[], moment: number): number {
  let low = 0
  let high = moments.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (moments[middle]! > moment) high = middle
    else low = middle + 1
  }
  return low
}

/**
 * Takes grams from the layers at the outlet; mass that the layers do not hold is unknown.
 * @param mixedGrams mass at the outlet that leaves as a mixture
 */
export function takeFromLayers(
  layers: readonly FeedLayer[],
  grams: number,
  mixedGrams: number,
): { readonly portions: FeedLayer[]; readonly remainingLayers: FeedLayer[]; readonly unknownGrams: number } {
  const totalGrams = layers.reduce((sum, layer) => sum + layer.grams, 0)
  const drawnGrams = Math.min(grams, totalGrams)
  if (drawnGrams <= 0) return { portions: [], remainingLayers: [...layers], unknownGrams: grams }
  const portions: FeedLayer[] = []
  const remainingLayers: FeedLayer[] = []
  // The loop runs from the back of the queue to the outlet. `layerEnd` and `newEnd` are the end of a layer before and
  // after the draw, in grams from the outlet. A layer never grows and never overtakes the one in front of it.
  let layerEnd = totalGrams
  let newEnd = totalGrams - drawnGrams
  for (const layer of [...layers].reverse()) {
    const layerStart = layerEnd - layer.grams
    const minStart = Math.max(0, newEnd - layer.grams)
    const newStart =
      layerStart === 0
        ? 0
        : Math.min(newEnd, Math.max(minStart, Math.round(moveBorder(layerStart, totalGrams, drawnGrams, mixedGrams))))
    const remainingGrams = newEnd - newStart
    if (remainingGrams > 0) remainingLayers.push({ ...layer, grams: remainingGrams })
    if (remainingGrams < layer.grams) portions.push({ ...layer, grams: layer.grams - remainingGrams })
    layerEnd = layerStart
    newEnd = newStart
  }
  return { portions: portions.reverse(), remainingLayers: remainingLayers.reverse(), unknownGrams: grams - drawnGrams }
}

/**
 * Returns the mass in front of the border between two lots after a draw, in grams from the outlet.
 *
 * While more than the mixed mass `m` lies in front of the border, only the first lot leaves, and the border moves with
 * the drawn mass. After that the share of the first lot in the draw is √(c/m), where `c` is its remaining mass. Over
 * the draw of 2 m this share falls evenly from 1 to 0: m before and m after the change-over of a queue without mixing.
 * A lot is therefore found neither earlier nor later than the mixing time allows, and adjacent layers of one lot behave
 * as one layer. In a hopper that holds less than m, the complete content mixes.
 * @param borderGrams mass in front of the border before the draw
 * @param mixedGrams the mixed mass m
 */
function moveBorder(borderGrams: number, totalGrams: number, drawnGrams: number, mixedGrams: number): number {
  let gramsInFront = borderGrams
  const gramsAboveMixed = Math.min(drawnGrams, Math.max(0, totalGrams - mixedGrams))
  const unmixedGrams = Math.min(gramsAboveMixed, Math.max(0, gramsInFront - mixedGrams))
  gramsInFront -= unmixedGrams
  if (gramsAboveMixed > unmixedGrams)
    gramsInFront = squareIfPositive(
      Math.sqrt(gramsInFront) - (gramsAboveMixed - unmixedGrams) / (2 * Math.sqrt(mixedGrams)),
    )
  const mixedTotalGrams = totalGrams - gramsAboveMixed
  return drawnGrams > gramsAboveMixed
    ? squareIfPositive(Math.sqrt(gramsInFront) - (Math.sqrt(mixedTotalGrams) - Math.sqrt(totalGrams - drawnGrams)))
    : gramsInFront
}
const squareIfPositive = (root: number): number => (root <= 0 ? 0 : root * root)
