import { defineEvent, defineQuestion } from '@/server/events'
import type { Moment } from '../rules/plant-time'

/** Material fed to a line, taken out of its hoppers, or extruded without becoming a roll. */
export interface HopperMovement {
  readonly lineId: string
  /** A feed or its correction applies from this moment on; for waste, the time at which it was extruded. */
  readonly at: Moment
  readonly kind: 'fed' | 'emptied' | 'waste'
  /** The feed itself in kg, negative if taken back. It may change the ratios of its order. */
  readonly feed?: {
    readonly orderId: string
    readonly hopperId: string
    readonly materialId: string
    readonly kg: number
  }
}
/** The lots in rolls are recounted: at once, or soon after by a job if there are many. */
export const hoppersChanged = defineEvent<HopperMovement>(
  'hoppersChanged',
  'Material went into a hopper or came out of it, or was extruded and became no roll; the line is held.',
  {
    lineId: 'line whose hoppers they are',
    at: 'from when on it holds',
    kind: 'fed, emptied or waste',
    feed: 'order, hopper, material and kg of the feed; kg negative where it was taken back',
  },
)
/**
 * Rolls or waste of orders contain other lots than before, because material was fed, removed or wound earlier than
 * known.
 */
export const lotsRecounted = defineEvent<{ readonly orderIds: readonly string[] }>(
  'lotsRecounted',
  'The lots in rolls and waste of orders were counted again, and came out otherwise than before.',
  { orderIds: 'orders whose rolls or waste hold other lots' },
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
/** Owners of lot records drop their rows of a removed lot. */
export const materialRemoved = defineEvent<RemovedMaterial>(
  'materialRemoved',
  'A lot, or waste that came back, is about to be removed: it was a mistake.',
  { resource: 'materialLot or recycle', id: 'of the row' },
)
/** When a hopper is emptied, its content is what the lot count says is left in it. */
export const hopperContents = defineQuestion<{ lineId: string; at?: Moment }, readonly HopperLayer[]>(
  'hopperContents',
  'What do the hoppers of a line hold, at a moment or now?',
)
