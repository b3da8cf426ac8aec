/** Power over a time span, from consumption by slot. The first and last slots may lie only partly within the span. */
import { HOUR_MS } from '@/plant/rules/plant-time'

/** A time span and the length of its slots, in ms since 1970 and ms. */
export interface Stretch {
  readonly from: number
  readonly to: number
  readonly slotMs: number
}
/** Consumption of the part of a slot that lies within the span. */
export interface Used {
  readonly at: number
  readonly used: number
}
const msWithin = (at: number, { from, to, slotMs }: Stretch): number =>
  Math.max(0, Math.min(to, at + slotMs) - Math.max(from, at))

/** Returns the share 0–1 of a slot, from its start to its end or the end of the span, that lies within the span. */
export function shareSince(at: number, stretch: Stretch): number {
  const ms = Math.min(stretch.to, at + stretch.slotMs) - at
  return ms > 0 ? msWithin(at, stretch) / ms : 0
}
/** Returns the mean power of a slot in kW, over its time within the span rather than over the whole slot. */
export function powerWithin({ at, used }: Used, stretch: Stretch): number {
  const ms = msWithin(at, stretch)
  return ms > 0 ? (used * HOUR_MS) / ms : 0
}
/** Returns the share 0–1 of a slot's time within the span that lies between two moments in ms. */
export function shareBetween(at: number, stretch: Stretch, from: number, to: number): number {
  const ms = msWithin(at, stretch)
  const inside = { ...stretch, from: Math.max(from, stretch.from), to: Math.min(to, stretch.to) }
  return ms > 0 ? msWithin(at, inside) / ms : 0
}
