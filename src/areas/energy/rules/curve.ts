/** Power over a stretch of time, from what was used slot by slot. The first and the last slot may lie in it by a part only. */
import { HOUR_MS } from '@/plant/rules/plant-time'

/** Moments in ms. */
export interface Stretch {
  readonly from: number
  readonly to: number
  readonly slotMs: number
}
/** What was used of a slot within the stretch. */
export interface Used {
  readonly at: number
  readonly used: number
}
const msWithin = (at: number, { from, to, slotMs }: Stretch): number =>
  Math.max(0, Math.min(to, at + slotMs) - Math.max(from, at))

/** Of what was used since a slot began, until it or the stretch ended, the share of the time that lies in the stretch, 0–1. */
export function shareSince(at: number, stretch: Stretch): number {
  const ms = Math.min(stretch.to, at + stretch.slotMs) - at
  return ms > 0 ? msWithin(at, stretch) / ms : 0
}
/** Mean power of a slot, kW: over the time that it lies in the stretch, not over the whole slot. */
export function powerWithin({ at, used }: Used, stretch: Stretch): number {
  const ms = msWithin(at, stretch)
  return ms > 0 ? (used * HOUR_MS) / ms : 0
}
/** Share of what a slot used within the stretch that fell between two moments, 0–1. */
export function shareBetween(at: number, stretch: Stretch, from: number, to: number): number {
  const ms = msWithin(at, stretch)
  const inside = { ...stretch, from: Math.max(from, stretch.from), to: Math.min(to, stretch.to) }
  return ms > 0 ? msWithin(at, inside) / ms : 0
}
