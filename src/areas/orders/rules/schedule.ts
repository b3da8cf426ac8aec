/** The schedule of a line: orders one after the other, with the time to change over between them. Times in ms since 1970. */

export interface Slot {
  readonly id: string
  readonly startsAt: number
  readonly endsAt: number
}
/** What makes a change of order slow or quick. */
export interface Recipe {
  readonly productId: string
  readonly gsm: number
  readonly colour: string | null
  readonly treatment: string | null
  /** Of the web; what is slit of it changes nothing at the line. */ readonly webWidthMm: number
}
/** Minutes by what changes; the plant sets them. */
export interface ChangeoverTimes {
  readonly same: number
  readonly width: number
  readonly gsm: number
  readonly product: number
  readonly colour: number
  readonly treatment: number
}
export const usualChangeover: ChangeoverTimes = {
  same: 10,
  width: 20,
  gsm: 30,
  product: 45,
  colour: 120,
  treatment: 60,
}

/**
 * Minutes between two orders on a line: the longest of the changes, as they are done side by side. Lightening a colour
 * takes longer than darkening it, but plants differ: one figure. `before` null: the line stands clean.
 */
export function changeoverMinutes(
  before: Recipe | null,
  after: Recipe,
  times: ChangeoverTimes = usualChangeover,
): number {
  if (before === null) return times.same
  const changes = [times.same]
  if (before.productId !== after.productId) changes.push(times.product)
  if (before.gsm !== after.gsm) changes.push(times.gsm)
  if (before.webWidthMm !== after.webWidthMm) changes.push(times.width)
  if ((before.colour ?? '') !== (after.colour ?? '')) changes.push(times.colour)
  if ((before.treatment ?? '') !== (after.treatment ?? '')) changes.push(times.treatment)
  return Math.max(...changes)
}

/** The slots of a line that a slot would lie over; slots that only touch do not. */
export const overlapping = <S extends Slot>(slot: Slot, others: readonly S[]): S[] =>
  others.filter((other) => other.id !== slot.id && other.startsAt < slot.endsAt && slot.startsAt < other.endsAt)

/**
 * Puts a slot at a place of a line's row and moves the later ones back as far as needed: none overlaps, the order is
 * kept, gaps absorb what they can. Slots that have begun (`fixed`) never move. @returns only the slots whose times changed
 */
export function shifted(
  slot: Slot,
  others: readonly (Slot & { readonly fixed: boolean })[],
  gapAfter: (id: string, next: string) => number,
): Slot[] | null {
  const rest = others.filter((o) => o.id !== slot.id).sort((a, b) => a.startsAt - b.startsAt)
  if (
    overlapping(
      slot,
      rest.filter((o) => o.fixed || o.startsAt < slot.startsAt),
    ).length > 0
  )
    return null
  const moved: Slot[] = [slot]
  let before: Slot = slot
  for (const other of rest.filter((o) => o.startsAt >= slot.startsAt)) {
    const earliest = before.endsAt + gapAfter(before.id, other.id)
    if (other.startsAt >= earliest) {
      before = other
      continue
    }
    if (other.fixed) return null
    const next = { id: other.id, startsAt: earliest, endsAt: earliest + (other.endsAt - other.startsAt) }
    moved.push(next)
    before = next
  }
  return moved
}
/** The first time from `from` on at which a slot of a length fits between the others. */
export function firstGap(lengthMs: number, others: readonly Slot[], from: number): number {
  let at = from
  for (const other of [...others].sort((a, b) => a.startsAt - b.startsAt)) {
    if (other.endsAt <= at) continue
    if (other.startsAt >= at + lengthMs) break
    at = other.endsAt
  }
  return at
}

/**
 * Where a slot that a person lets go really begins: after the order it was dropped on or right behind, and the changeover
 * from it. An order that has begun is not made room for: the slot stays where it is and lies over it.
 */
export function snapped<S extends Slot>(
  slot: S,
  others: readonly (Slot & { readonly fixed: boolean })[],
  gapAfter: (id: string, next: string) => number,
): S {
  const before = others
    .filter((o) => o.id !== slot.id && o.startsAt < slot.startsAt)
    .sort((a, b) => a.endsAt - b.endsAt)
    .at(-1)
  if (!before || (before.fixed && before.endsAt > slot.startsAt)) return slot
  const by = Math.max(0, before.endsAt + gapAfter(before.id, slot.id) - slot.startsAt)
  return { ...slot, startsAt: slot.startsAt + by, endsAt: slot.endsAt + by }
}
/** Whether a slot has its changeover before it and leaves the next one its own; what is in the way otherwise. */
export function tooClose<S extends Slot>(
  slot: Slot,
  others: readonly S[],
  gapAfter: (id: string, next: string) => number,
): { readonly other: S; readonly minutes: number } | null {
  for (const other of others) {
    if (other.id === slot.id) continue
    const [first, second] = other.startsAt < slot.startsAt ? [other, slot] : [slot, other]
    const gap = gapAfter(first.id, second.id)
    if (second.startsAt < first.endsAt + gap && neighbours(first, second, others))
      return { other, minutes: gap / 60_000 }
  }
  return null
}
const neighbours = (first: Slot, second: Slot, others: readonly Slot[]): boolean =>
  !others.some(
    (o) => o.id !== first.id && o.id !== second.id && o.startsAt >= first.startsAt && o.startsAt < second.startsAt,
  )
