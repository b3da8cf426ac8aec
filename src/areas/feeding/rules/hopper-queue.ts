/**
 * Models a hopper as a first-in, first-out queue of masses. Where one lot follows another, both leave as a mixture
 * for a while. Masses are whole grams, so that sums are exact; times are ms since 1970, at the hopper.
 */

/** Remaining mass of one feed in a hopper. */
export interface Layer {
  readonly feedId: string
  /** Null only for reclaimed pellets. */
  readonly lotId: string | null
  readonly materialId: string
  readonly grams: number
}
export interface HopperState {
  /** In the order in which they leave. */
  readonly layers: readonly Layer[]
  /** Last material fed; null after the hopper was emptied. A hopper that ran dry keeps its material. */
  readonly materialId: string | null
}
export const emptyHopper: HopperState = { layers: [], materialId: null }

export interface Fed extends Layer {
  readonly at: number
}
/** The complete content was taken out. */
export interface Emptied {
  readonly id: string
  readonly at: number
}
/** Mass that the line takes from the hopper at an even rate between two moments. */
export interface Draw {
  readonly id: string
  readonly from: number
  readonly to: number
  readonly grams: number
  /** Mass at the outlet that leaves as a mixture: mixing time × draw rate. */
  readonly mixedGrams: number
}
export interface HopperEvents {
  readonly fed: readonly Fed[]
  readonly emptied: readonly Emptied[]
  readonly draws: readonly Draw[]
}
export interface Taken {
  readonly portions: readonly Layer[]
  /** Mass drawn while the hopper was empty: a feed was not recorded. */
  readonly unknownGrams: number
}

/**
 * Returns the withdrawals of each draw and emptying, and the final content of the hopper. The result does not depend
 * on the order of the given events. At the same moment the hopper is emptied first, then fed, then drawn from.
 */
export function runHopper(
  before: HopperState,
  events: HopperEvents,
): { readonly after: HopperState; readonly taken: ReadonlyMap<string, Taken> } {
  let { layers, materialId } = before
  const taken = new Map<string, { portions: Map<string, Layer>; unknownGrams: number }>()
  const note = (id: string, portions: readonly Layer[], unknownGrams: number) => {
    const sum = taken.get(id) ?? { portions: new Map<string, Layer>(), unknownGrams: 0 }
    for (const one of portions)
      sum.portions.set(one.feedId, { ...one, grams: one.grams + (sum.portions.get(one.feedId)?.grams ?? 0) })
    sum.unknownGrams += unknownGrams
    taken.set(id, sum)
  }
  for (const step of stepsOf(events)) {
    if (step.kind === 'emptied') {
      note(step.id, layers, 0)
      layers = []
      materialId = null
    } else if (step.kind === 'fed') {
      const { feedId, lotId, grams } = step.fed
      layers = [...layers, { feedId, lotId, materialId: step.fed.materialId, grams }]
      materialId = step.fed.materialId
    } else {
      const drawn = take(layers, step.grams, step.draw.mixedGrams)
      note(step.id, drawn.portions, drawn.unknownGrams)
      layers = drawn.left
    }
  }
  return {
    after: { layers, materialId },
    taken: new Map([...taken].map(([id, sum]) => [id, { ...sum, portions: [...sum.portions.values()] }])),
  }
}

type Step = { readonly at: number; readonly rank: number; readonly id: string } & (
  | { readonly kind: 'emptied' }
  | { readonly kind: 'fed'; readonly fed: Fed }
  | { readonly kind: 'draw'; readonly draw: Draw; readonly grams: number }
)
/** Sorts events by time; a draw is split wherever another event begins, ends or happens within it. */
function stepsOf({ fed, emptied, draws }: HopperEvents): Step[] {
  const moments = [
    ...new Set([...fed, ...emptied].map(({ at }) => at).concat(draws.flatMap(({ from, to }) => [from, to]))),
  ].sort((a, b) => a - b)
  const steps: Step[] = [
    ...emptied.map(({ id, at }): Step => ({ kind: 'emptied', at, rank: 0, id })),
    ...fed
      .filter(({ grams }) => grams > 0)
      .map((one): Step => ({ kind: 'fed', at: one.at, rank: 1, id: one.feedId, fed: one })),
    ...draws.flatMap((draw) => slices(draw, moments)),
  ]
  return steps.sort((a, b) => a.at - b.at || a.rank - b.rank || (a.id < b.id ? -1 : 1))
}
function slices(draw: Draw, moments: readonly number[]): Step[] {
  const { id, from, to, grams } = draw
  if (to <= from) return [{ kind: 'draw', at: from, rank: 2, id, draw, grams }]
  const until = (at: number) => Math.round((grams * (at - from)) / (to - from))
  const steps: Step[] = []
  let at = from
  for (let i = firstAfter(moments, from); at < to; i++) {
    const next = Math.min(to, moments[i] ?? to)
    steps.push({ kind: 'draw', at, rank: 3, id, draw, grams: until(next) - until(at) })
    at = next
  }
  return steps
}
/** Returns the index of the first sorted moment after `at`. */
function firstAfter(moments: readonly number[], at: number): number {
  let [low, high] = [0, moments.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (moments[middle]! > at) high = middle
    else low = middle + 1
  }
  return low
}

/** Takes grams from the front layers; mass that the layers do not hold is unknown. */
export function take(
  layers: readonly Layer[],
  grams: number,
  mixedGrams: number,
): { readonly portions: Layer[]; readonly left: Layer[]; readonly unknownGrams: number } {
  const total = layers.reduce((sum, layer) => sum + layer.grams, 0)
  const drawn = Math.min(grams, total)
  if (drawn <= 0) return { portions: [], left: [...layers], unknownGrams: grams }
  const portions: Layer[] = []
  const left: Layer[] = []
  // From back to front: the end of each layer before and after the draw. A layer never grows or overtakes the one in
  // front.
  let [end, endAfter] = [total, total - drawn]
  for (const layer of [...layers].reverse()) {
    const begin = end - layer.grams
    const least = Math.max(0, endAfter - layer.grams)
    const beginAfter =
      begin === 0 ? 0 : Math.min(endAfter, Math.max(least, Math.round(moved(begin, total, drawn, mixedGrams))))
    const rest = endAfter - beginAfter
    if (rest > 0) left.push({ ...layer, grams: rest })
    if (rest < layer.grams) portions.push({ ...layer, grams: layer.grams - rest })
    ;[end, endAfter] = [begin, beginAfter]
  }
  return { portions: portions.reverse(), left: left.reverse(), unknownGrams: grams - drawn }
}

/**
 * Returns the distance in grams of the border between two lots from the outlet after `drawn` of `total` grams were
 * taken; it was `border` before. As long as more than the mixed mass `m` lies in front of it, only the first lot leaves
 * and the border moves with the drawn mass. After that the share of the first lot falls with its remaining mass `c` as
 * √(c/m). In the web the share falls evenly from 1 to 0 while 2 m are drawn: m before and m after the change-over of a
 * queue without mixing. A lot is therefore found neither earlier nor later than the mixing time, and adjacent layers of
 * one lot behave as one layer. In a hopper that holds less than m, the complete content is the mixed mass.
 */
function moved(border: number, total: number, drawn: number, m: number): number {
  let c = border
  const full = Math.min(drawn, Math.max(0, total - m))
  const straight = Math.min(full, Math.max(0, c - m))
  c -= straight
  if (full > straight) c = squared(Math.sqrt(c) - (full - straight) / (2 * Math.sqrt(m)))
  const low = total - full
  return drawn > full ? squared(Math.sqrt(c) - (Math.sqrt(low) - Math.sqrt(total - drawn))) : c
}
const squared = (root: number): number => (root <= 0 ? 0 : root * root)

/** Converts kg to whole grams. */
export const toGrams = (kg: number): number => Math.round(kg * 1000)
/** Converts grams to kg. */
export const toKg = (grams: number): number => grams / 1000
