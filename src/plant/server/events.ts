import { defineEvent, defineQuestion } from '@/server/events'
import {
  sourceWriteRefused,
  sourceRowWritten,
  monthClosed,
  openMonthItems,
  costsRecalculated,
  dailyEnergyRecalculated,
} from './month-events'
import { pricesChanged } from './price-events'

export { pricedOrderCosts, pricesChanged, type PricedOrder, type PricesChange } from './price-events'
import type { Moment } from '../rules/plant-time'
import { downgradesRevoked, meterRead, speedsReceived } from './roll-events'

export { meterRead, speedsReceived }
export {
  downgradesRevoked,
  goodRollsByWidth,
  rollsOnSlitters,
  type RevokedDowngrades,
  type RollOnSlitter,
  type RollsOfWidth,
} from './roll-events'

/** Store parts that a record reports as used; `unit` null is the part's own unit. */
export interface UsedParts {
  readonly repairId: string | null
  readonly parts: readonly { readonly partId: string; readonly quantity: number; readonly unit: string | null }[]
}
/** A record before and after a change; null if there was or is none. */
export interface PartsChange {
  readonly kind: string
  readonly id: string
  readonly occurredAt: string
  readonly before: UsedParts | null
  readonly after: UsedParts | null
}

/** A record of any area names store parts; the stock follows it. */
export const partsUsed = defineEvent<PartsChange>(
  'partsUsed',
  'A record that names parts of the store was written, changed or removed. Refused when there is not enough.',
  {
    kind: 'resource of the record',
    id: 'of the record',
    occurredAt: 'when the parts were used',
    before: 'repair and parts that were named before; null when there was no record',
    after: 'the same of the record as it is; null when it is gone',
  },
)
/** Plans made by shifts are renewed. */
export const calendarChanged = defineEvent<Record<string, never>>(
  'calendarChanged',
  'The shifts and teams to come were ordered otherwise.',
  {},
)
/** Results that depend on the residence time are recalculated. */
export const residenceChanged = defineEvent<Record<string, never>>(
  'residenceChanged',
  'The plant set otherwise how long what is fed takes to the web, or how long lots mix.',
  {},
)
/** Identifies a record of a shift of a line; `resource` is its type. */
export interface ShiftRecordKey {
  readonly resource: string
  readonly lineId: string
  readonly businessDate: string
  readonly shift: string
}
/** Signed records cannot be changed. */
export const isShiftRecordSigned = defineQuestion<ShiftRecordKey, boolean>(
  'isShiftRecordSigned',
  'Do signatures stand on a sheet, because its shift has been handed over?',
)
/** Finds the order that ran on a line at a moment; stops belong to it. */
export const orderRunningAt = defineQuestion<{ lineId: string; at: Moment }, string | null>(
  'orderRunningAt',
  'Which order ran on a line at a moment?',
)
/** Output of an order since a moment, kg; `slitSince` is the time of its first slit roll. */
export interface RecentOutput {
  readonly orderId: string
  /** Good slit rolls. */ readonly slitKg: number
  readonly slitSince: Moment | null
  /** Good jumbos as weighed. */ readonly jumboKg: number
  /** Slit rolls that are in packages now, over the order's whole life. */ readonly packedKg: number
}
/** Recent output to estimate the speed of orders: one row per order asked for. */
export const recentOutput = defineQuestion<{ orderIds: readonly string[]; since: Moment }, readonly RecentOutput[]>(
  'recentOutput',
  'What came off for orders since a moment, and what of them is packed?',
)
/** An event in the production of an order; `label` is null if its kind is sufficient. Masses in kg. */
export interface OrderEvent {
  readonly kind: 'fed' | 'doffed' | 'slit' | 'stopped' | 'downgraded' | 'packed'
  readonly at: Moment
  readonly endsAt: Moment | null
  readonly label: string | null
  readonly kg: number | null
  readonly count: number | null
  /** The row that describes it. */
  readonly resource: string | null
  readonly id: string | null
}
/** Output of an hour of the plant's clock, kg. */
export interface HourlyOutput {
  readonly from: Moment
  readonly goodKg: number
  readonly downgradedKg: number
}
/** History of an order: events in any order, hours from oldest to newest. */
export const orderHistory = defineQuestion<
  { orderId: string },
  { readonly events: readonly OrderEvent[]; readonly hours: readonly HourlyOutput[] }
>('orderHistory', 'What happened to an order at the lines, and what came off for it hour by hour?')

/** A part of the store as an option of a choice. */
export interface StorePart {
  readonly id: string
  /** In the reader's language. */
  readonly label: string
  readonly code: string
  readonly note: string
  readonly unit: string
}
/** Parts to install or fill in, proposed in work records. */
export const storeParts = defineQuestion<{ kinds: readonly string[]; ids: readonly string[] }, readonly StorePart[]>(
  'storeParts',
  'Which parts of some kinds does the store have, and what are these others called?',
)

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

/** Metres of a cut set; negative if taken back. */
export interface MetresCut {
  readonly slitterId: string
  /** Time at which the set was doffed, also if it is taken back later. */
  readonly at: Moment
  readonly metres: number
}
/** Wear parts of a slitter age with the metres it cuts. */
export const metresCut = defineEvent<MetresCut>(
  'metresCut',
  'A set came off a slitter, or was taken back: its metres count, or count no more.',
  {
    slitterId: 'slitter that cut them',
    at: 'when the set came off',
    metres: 'length of the set; negative where it was taken back',
  },
)

/** Filter of flow sums by order, or by shifts of lines; fields that are not set do not filter. */
export interface FlowFilter {
  readonly orderIds?: readonly string[] | null
  readonly lineId?: string | null
  /** Business dates, both included. */
  readonly fromDay?: string | null
  readonly toDay?: string | null
  readonly shift?: string | null
}
/** Grouping of flow sums; `all` is one sum. */
export type FlowGrouping = 'order' | 'team' | 'all'
/** Sums of winder output, kg. */
export interface WoundFlow {
  /** An order's id, a team or an empty string, depending on the grouping. */
  readonly key: string
  /** As weighed, minus downgraded metres. */
  readonly goodKg: number
  readonly downgradedKg: number
  /** Scrapped rolls, and metres downgraded to waste. */
  readonly wasteKg: number
  /** Not weighed yet; estimated from grammage. */
  readonly inProcessKg: number
  /** Mass taken from hoppers according to the lot count; rolls not counted yet in full. */
  readonly usedKg: number
  /** Shifts with doffs: line, business date and shift in one text. */
  readonly shifts: readonly string[]
}
/** Fed mass is compared with wound mass. */
export const woundFlows = defineQuestion<{ by: FlowGrouping; filter: FlowFilter }, readonly WoundFlow[]>(
  'woundFlows',
  'What came off the winders, by order, by team or together?',
)

/** Rolls of an order that are about to be shipped. */
export interface RollsToShip {
  readonly orderId: string
  readonly rolls: readonly { readonly id: string; readonly jumboRollId: string }[]
  /** Release condition of their product. */
  readonly condition: 'checked' | 'certified'
}
/** Goods are shipped only after quality has released them. */
export const unreleasedRolls = defineQuestion<RollsToShip, readonly string[]>(
  'unreleasedRolls',
  'Which of these rolls lack what their product asks for before it is shipped: a passed check, or a valid certificate?',
)

/** A slit roll and its position in its jumbo, in m and mm of the jumbo. */
export interface CheckedRoll {
  readonly id: string
  readonly jumboRollId: string
  readonly lane: number
  readonly fromMm: number
  readonly widthMm: number
  readonly fromM: number
  readonly toM: number
}
/** A roll with a failed check is shipped as it is unless somebody is warned. */
export const rollsWithFailedChecks = defineQuestion<{ rolls: readonly CheckedRoll[] }, readonly string[]>(
  'rollsWithFailedChecks',
  'Which of these slit rolls have a failed check, or lie where that of their jumbo failed, after which nothing was downgraded?',
)

/** Rolls with the grade that they are about to have. */
export interface GradedRolls {
  readonly rolls: readonly { readonly id: string; readonly orderId: string | null; readonly grade: string }[]
}
/** The content of a valid certificate must stay true. */
export const certificatesOfGrade = defineQuestion<GradedRolls, readonly string[]>(
  'certificatesOfGrade',
  'Which valid certificates, by number, say of one of these rolls that it is of this grade?',
)

/** All events of the plant, for the documents. */
export const events = [
  partsUsed,
  meterRead,
  monthClosed,
  sourceRowWritten,
  sourceWriteRefused,
  speedsReceived,
  calendarChanged,
  residenceChanged,
  hoppersChanged,
  materialRemoved,
  lotsRecounted,
  metresCut,
  downgradesRevoked,
  pricesChanged,
  dailyEnergyRecalculated,
  costsRecalculated,
]
/** Questions that the plant itself asks. */
export const questions = [orderRunningAt, isShiftRecordSigned, openMonthItems]
export {
  sourceWriteRefused,
  sourceRowWritten,
  monthClosed,
  openMonthItems,
  type RefusedSourceWrite,
  type SourceRowChange,
} from './month-events'
