/** Events that this area publishes to the areas above it, and questions that it asks them. */
import { defineEvent, defineQuestion } from '@/server/events'
import type { Moment } from '@/plant/rules/plant-time'

/** Filter for flow sums: one order, or shifts of lines; fields that are not set do not filter. */
export interface FlowFilter {
  readonly orderIds?: readonly string[] | null
  readonly lineId?: string | null
  /** First and last business date. */
  readonly fromDay?: string | null
  readonly toDay?: string | null
  readonly shift?: string | null
}
/** Grouping of flow sums; `all` is one sum. */
export type FlowGrouping = 'order' | 'team' | 'all'
/** Sums of winder output in kg. */
export interface WoundFlow {
  /** An order's id, a team or an empty string, depending on the grouping. */
  readonly key: string
  /** Weighed mass less all downgrades, including those found later at the slitter. */
  readonly goodKg: number
  readonly downgradedKg: number
  /** Scrapped rolls, and metres downgraded to waste. */
  readonly wasteKg: number
  /** Mass of doffed rolls and its parts by their grade at the winder, as in the sums of shifts; unweighed rolls by grammage. */
  readonly woundKg: number
  readonly woundGoodKg: number
  readonly woundDowngradedKg: number
  readonly woundWasteKg: number
  /** Not weighed yet; estimated from grammage. */
  readonly inProcessKg: number
  /** Mass that the lot allocation drew from hoppers; rolls without an allocation count in full. */
  readonly drawnKg: number
  /** Shifts with doffs: line, business date and shift in one text. */
  readonly shifts: readonly string[]
}
/** Asked to compare the fed mass with the wound mass. */
export const woundFlows = defineQuestion<{ by: FlowGrouping; filter: FlowFilter }, readonly WoundFlow[]>(
  'woundFlows',
  'How much did the winders produce, by order, by team or in total?',
)
/** Material fed to a line, taken out of its hoppers, or extruded without becoming a roll. */
export interface HopperMovement {
  readonly lineId: string
  /** Moment from which a feed or its correction applies; for waste, the time at which the waste was extruded. */
  readonly at: Moment
  readonly kind: 'fed' | 'emptied' | 'waste'
  /** The feed, which may change the ratios of its order; `kg` is negative if the feed was taken back. */
  readonly feed?: {
    readonly orderId: string
    readonly hopperId: string
    readonly materialId: string
    readonly kg: number
  }
}
/** Listeners allocate the lots of rolls again: at once, or soon after by a job if there are many rolls. */
export const hoppersChanged = defineEvent<HopperMovement>(
  'hoppersChanged',
  'Material was fed into a hopper, removed from it, or extruded without becoming a roll. The line is locked.',
  {
    lineId: 'line whose hoppers they are',
    at: 'from when on the change applies',
    kind: 'fed, emptied or waste',
    feed: 'order, hopper, material and kg of the feed; negative kg if the feed was taken back',
  },
)
/** Remainder of one feed in a hopper, in whole grams. */
export interface HopperLayer {
  readonly hopperId: string
  readonly feedId: string
  readonly lotId: string | null
  readonly materialId: string
  readonly grams: number
}
/** A lot, or returned waste, that is about to be removed. */
export interface RemovedMaterial {
  readonly resource: 'materialLot' | 'recycle'
  readonly id: string
}
/** Areas that store rows of the lot or the waste delete them. */
export const materialRemoved = defineEvent<RemovedMaterial>(
  'materialRemoved',
  'A lot or returned waste that was entered by mistake is about to be removed.',
  { resource: 'materialLot or recycle', id: 'of the row' },
)
/** A lot, or returned waste, whose mass is about to be corrected downwards. */
export interface ReducedMaterial extends RemovedMaterial {
  readonly kg: number
}
/** Areas that used some of the lot or the waste refuse a mass below that. */
export const materialReduced = defineEvent<ReducedMaterial>(
  'materialReduced',
  'The mass of a lot or of returned waste is about to be corrected downwards.',
  { resource: 'materialLot or recycle', id: 'of the row', kg: 'the new mass' },
)
/** Asked when a hopper is emptied without being weighed: the lot allocation knows how much should be left in it. */
export const hopperContents = defineQuestion<{ lineId: string; at?: Moment }, readonly HopperLayer[]>(
  'hopperContents',
  'What do the hoppers of a line contain, at a moment or now?',
)

/** All events, for the API documents. */
export const feedingEvents = [hoppersChanged, materialRemoved, materialReduced]
/** All questions. The server does not start if one has no answerer. */
export const feedingQuestions = [woundFlows, hopperContents]
