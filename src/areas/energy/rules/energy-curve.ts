/** Power over a time span, from consumption by slot. The first and last slots may lie only partly within the span. */
import { HOUR_MS } from '@/plant/rules/plant-time'

/** A time span and the length of its slots, in ms since 1970 and ms. */
export interface CurveSpan {
  readonly from: number
  readonly to: number
  readonly slotMs: number
}
/** Consumption of the part of a slot that lies within the span. */
export interface SlotAmount {
  readonly at: number
  readonly used: number
}
const getMillisWithin = (at: number, { from, to, slotMs }: CurveSpan): number =>
  Math.max(0, Math.min(to, at + slotMs) - Math.max(from, at))

/** Returns the share 0–1 of a slot, from its start to its end or the end of the span, that lies within the span. */
export function calculateShareSinceStart(at: number, span: CurveSpan): number {
  const ms = Math.min(span.to, at + span.slotMs) - at
  return ms > 0 ? getMillisWithin(at, span) / ms : 0
}
/** Returns the mean power of a slot in kW, over its time within the span rather than over the whole slot. */
export function calculateMeanPower({ at, used }: SlotAmount, span: CurveSpan): number {
  const ms = getMillisWithin(at, span)
  return ms > 0 ? (used * HOUR_MS) / ms : 0
}
/** Returns the share 0–1 of a slot's time within the span that lies between two moments in ms. */
export function calculateShareBetween(at: number, span: CurveSpan, from: number, to: number): number {
  const ms = getMillisWithin(at, span)
  const inside = { ...span, from: Math.max(from, span.from), to: Math.min(to, span.to) }
  return ms > 0 ? getMillisWithin(at, inside) / ms : 0
}
