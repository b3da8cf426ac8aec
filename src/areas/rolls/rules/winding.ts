/** How far a roll is wound, when it is due, and which doff can be true. Times in ms since 1970, speeds in m/min, lengths in m. */
import { clipIntervals, calculateCoveredLength } from '@/plant/rules/intervals'
import { toMillis, type Moment } from '@/plant/rules/plant-time'
import { begun, mayProduce, type WorkOrderState } from '@/areas/orders/rules/work-order'
import { jumboRoll as machine } from './jumbo-roll'

const MINUTE = 60_000
/** Tolerance of a weighing in percent where no approved standard says otherwise (U). */
export const USUAL_TOLERANCE = 10

export interface Stood {
  readonly startsAt: number
  /** Null while it stands. */ readonly endsAt: number | null
}
export interface Winding {
  readonly startsAt: number
  readonly speed: number | null
  /** Stops of the line. */
  readonly stops: readonly Stood[]
}

/**
 * How fast a roll is wound, m/min: as was said of it, else as the winder is set, else as is `usual` at its line; null where none
 * is known. What is worked out with a usual speed is an estimate.
 */
export function windingSpeed(
  roll: { readonly speed: number | null },
  run: { readonly speed: number | null } | null,
  line: { readonly idealSpeed: number | null } | null,
): { readonly speed: number | null; readonly usual: boolean } {
  const said = roll.speed ?? run?.speed ?? null
  const usual = line?.idealSpeed ?? null
  return { speed: said ?? usual, usual: said === null && usual !== null }
}
/** Metres on the winder by now: speed × the time since it began that the line did not stand; null without a speed. */
export function metresBy(roll: Winding, now: number): number | null {
  if (roll.speed === null || roll.speed <= 0) return null
  const ran = Math.max(0, now - roll.startsAt) - stoodMs(roll.stops, roll.startsAt, now)
  return Math.round((Math.max(0, ran) / MINUTE) * roll.speed * 10) / 10
}
/** A length this many times what was ordered, and what the line can have wound, is a slip of the hand: one digit too many is tenfold. */
const SLIP = 3
/**
 * What a roll is known to be about as long as, when `lengthM` is far beyond it; null when it can be true, or nothing was
 * ordered to judge by. A shorter one always can: the web broke (`lengthFar` asks whether it did).
 * @param woundM metres the line can have wound in the roll's time
 */
export function lengthSlip(lengthM: number, orderedM: number | null, woundM: number | null): number | null {
  const most = lastMetre(orderedM, woundM)
  return most !== null && lengthM > most ? most / SLIP : null
}
/**
 * To which side `lengthM` is so far off the metres that were counted that it may be a slip: a digit too few, or the length of
 * another roll; null where it is not, or nothing counted. It can be true, so it is asked about, not refused.
 */
export function lengthFar(lengthM: number, countedM: number | null): 'short' | 'long' | null {
  if (countedM === null) return null
  if (lengthM * SLIP < countedM) return 'short'
  return countedM * SLIP < lengthM ? 'long' : null
}
/**
 * The length that is offered at a doff: what was wound by now, none where that is nothing yet. `wantedM`, which was set or is
 * usual, stands in where nothing counted, and where only a usual speed did, for that is a guess; where the two are far apart
 * neither is offered.
 */
export function lengthOffered(
  counted: { readonly metres: number | null; readonly usual: boolean } | null,
  wantedM: number | null,
): number | null {
  const metres = counted?.metres ?? null
  if (metres === null) return wantedM
  if (counted?.usual) return wantedM !== null && lengthFar(wantedM, metres) === null ? wantedM : null
  return Math.round(metres) || null
}
/** A roll shorter than this share of the length it was to be wound to is clearly short, and long where that is so short of the roll (U). */
const NEARLY_WOUND = 0.9
/** Whether a length is clearly off the one that was set, and to which side; null where it is not, or none was set. Asked about, not refused. */
export function offSet(lengthM: number, setM: number | null): 'short' | 'long' | null {
  if (setM === null || setM <= 0) return null
  if (lengthM < setM * NEARLY_WOUND) return 'short'
  return setM < lengthM * NEARLY_WOUND ? 'long' : null
}
/** The last metre that anything can lie at on a roll that is still wound: as far as its length could be true. */
export const lastMetre = (orderedM: number | null, woundM: number | null): number | null =>
  orderedM === null || orderedM <= 0 ? null : Math.max(orderedM, woundM ?? 0) * SLIP
/** From when to when a roll was wound, and how fast. */
export interface Wound {
  readonly speed: number | null
  readonly startedAt: Moment
  readonly doffedAt: Moment | null
}
/** Metres a line can have wound at most: its stops are nobody's business, they only make it shorter. */
const canHaveWound = ({ speed, startedAt, doffedAt }: Wound): number | null =>
  metresBy({ startsAt: toMillis(startedAt), speed, stops: [] }, toMillis(doffedAt ?? startedAt))
/** The same of a roll with its times. */
export const woundSlip = (lengthM: number, orderedM: number | null, wound: Wound): number | null =>
  lengthSlip(lengthM, orderedM, canHaveWound(wound))
/** Whether a line can hardly have wound so much since the roll began. */
export const beyondWound = (lengthM: number, wound: Wound): boolean =>
  lengthFar(lengthM, canHaveWound(wound)) === 'long'
/** The same of the last metre by now, of a roll that is still wound. */
export const lastMetreBy = (orderedM: number | null, roll: Omit<Wound, 'doffedAt'>, now: Moment): number | null =>
  lastMetre(orderedM, canHaveWound({ ...roll, doffedAt: now }))
/**
 * Length a roll is to be wound to, m: its own, else what the winder was set to for this order, else what the order asks for;
 * null where none is said. What the winder was set to for another order does not count: its rolls would be wound too long.
 */
export function lengthToWind(
  roll: { readonly lengthM: number | null; readonly workOrderId?: string | null } | null,
  run: { readonly workOrderId: string | null; readonly windingM: number | null } | null,
  order: { readonly id: string; readonly jumboLengthM: number | null } | null,
): number | null {
  // A roll that was begun before the order that runs now belongs to the order before.
  const of = roll?.workOrderId ?? order?.id ?? null
  const set = run && run.workOrderId === of ? run.windingM : null
  return roll?.lengthM ?? set ?? (order?.id === of ? (order?.jumboLengthM ?? null) : null)
}
/** When a length will be reached; null without a speed or a length, and while the line stands. */
export function dueAt(roll: Winding, lengthM: number | null, now: number): number | null {
  const metres = metresBy(roll, now)
  if (metres === null || lengthM === null || lengthM <= 0 || roll.stops.some((s) => s.endsAt === null)) return null
  return Math.round(now + ((lengthM - metres) / roll.speed!) * MINUTE)
}
/** Time between `from` and `to` that any of the stops covers. */
const stoodMs = (stops: readonly Stood[], from: number, to: number): number =>
  calculateCoveredLength(
    clipIntervals(
      stops.map(({ startsAt, endsAt }) => ({ from: startsAt, to: endsAt ?? to })),
      { from, to },
    ),
  )

export interface OrderAtLine {
  readonly state: WorkOrderState
  readonly lineId: string | null
  readonly startedAt: number | null
  readonly finishedAt: number | null
}
/**
 * Whether a roll made on a line at a time can belong to an order; null when it can. A phone without a network may bring a
 * roll after the order was finished: it is taken when the roll was made before that, also when the books were closed meanwhile.
 */
export function orderProblem(order: OrderAtLine, lineId: string, at: number): 'notProducing' | 'otherLine' | null {
  const earlier =
    begun(order.state) &&
    order.finishedAt !== null &&
    at < order.finishedAt &&
    (order.startedAt === null || at >= order.startedAt)
  if (!mayProduce(order.state) && !earlier) return 'notProducing'
  return order.lineId !== null && order.lineId !== lineId ? 'otherLine' : null
}

/**
 * Two doffs so close after each other and by different people are the same roll seen twice: of rolls that nobody began, and of
 * one that is said to be far longer than could be wound since it began (`beyondWound`).
 */
export const SAME_DOFF_MS = 2 * MINUTE
/** @param last the doff of the line nearest in time */
export const isSameDoff = (doff: { at: number; by: string | null }, last: { at: number; by: string | null }): boolean =>
  Math.abs(doff.at - last.at) < SAME_DOFF_MS && doff.by !== last.by

/** Defects that lie beyond the length that the counter showed in the end, wholly or with their end. */
export const beyondLength = <D extends { readonly fromM: number; readonly toM: number }>(
  defects: readonly D[],
  lengthM: number,
): D[] => defects.filter(({ fromM, toM }) => Math.max(fromM, toM) > lengthM)
/** Defects that a person marked while the roll was wound, cut to the length that the counter showed in the end. */
export function withinLength<D extends { readonly fromM: number; readonly toM: number }>(
  defects: readonly D[],
  lengthM: number,
): D[] {
  return defects.map((d) => {
    const fromM = Math.min(d.fromM, lengthM)
    return { ...d, fromM, toM: Math.min(Math.max(d.toM, fromM), lengthM) }
  })
}
/** Rolls that were made: doffed and not taken back. */
export const madeStates = machine.states.filter((state) => state !== 'winding' && state !== 'deleted')
/** What may still be said of a roll: its length while no knife touched it, its defects until it is cut. */
export const lengthOpen = (state: string): boolean => state === 'winding' || state === 'uncut'
export const notesOpen = (state: string): boolean => lengthOpen(state) || state === 'slitting' || state === 'remnant'
