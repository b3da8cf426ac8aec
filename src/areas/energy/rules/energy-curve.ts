/** Power over a time span, from consumption by slot. The first and last slots may lie only partly within the span. */
import { HOUR_MS } from '@/plant/rules/plant-time'

/** A time span in ms since 1970, and the length of its slots in ms. */
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
const calculateMsWithinSpan = (slotStart: number, { from, to, slotMs }: CurveSpan): number =>
  Math.max(0, Math.min(to, slotStart + slotMs) - Math.max(from, slotStart))

/** Returns the share 0–1 of a slot after the start of the span. Time of the slot after the end of the span is ignored. */
export function calculateShareSinceStart(slotStart: number, span: CurveSpan): number {
  const availableMs = Math.min(span.to, slotStart + span.slotMs) - slotStart
  return availableMs > 0 ? calculateMsWithinSpan(slotStart, span) / availableMs : 0
}
/** Returns the mean power of a slot in kW, over its time within the span rather than over the whole slot. */
export function calculateMeanPower({ at, used }: SlotAmount, span: CurveSpan): number {
  const msWithinSpan = calculateMsWithinSpan(at, span)
  return msWithinSpan > 0 ? (used * HOUR_MS) / msWithinSpan : 0
}
/** Returns the share 0–1 of a slot's time within the span that lies between two moments in ms. */
export function calculateShareBetween(slotStart: number, span: CurveSpan, from: number, to: number): number {
  const msWithinSpan = calculateMsWithinSpan(slotStart, span)
  const innerSpan = { ...span, from: Math.max(from, span.from), to: Math.min(to, span.to) }
  return msWithinSpan > 0 ? calculateMsWithinSpan(slotStart, innerSpan) / msWithinSpan : 0
}
