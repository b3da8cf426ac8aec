/** Events and questions by which an area reaches areas above it in the order. See `src/README.md`, Imports. */
import { defineEvent, defineQuestion } from '@/server/events'
import type { Moment } from '../rules/plant-time'
import { hoppersChanged, lotsRecounted, materialRemoved } from './hopper-events'
import {
  costsRecalculated,
  dailyEnergyRecalculated,
  monthClosed,
  openMonthItems,
  sourceRowWritten,
  sourceWriteRefused,
} from './month-events'
import { pricesChanged } from './price-events'
import { downgradesRevoked, meterRead, speedsReceived } from './roll-events'

export {
  hopperContents,
  hoppersChanged,
  lotsRecounted,
  materialRemoved,
  type HopperLayer,
  type HopperMovement,
  type RemovedMaterial,
} from './hopper-events'
export {
  monthClosed,
  openMonthItems,
  sourceRowWritten,
  sourceWriteRefused,
  type RefusedSourceWrite,
  type SourceRowChange,
} from './month-events'
export { pricedOrderCosts, pricesChanged, type PricedOrder, type PricesChange } from './price-events'
export {
  downgradesRevoked,
  goodRollsByWidth,
  meterRead,
  rollsOnSlitters,
  speedsReceived,
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
  /** Good slit rolls. */
  readonly slitKg: number
  readonly slitSince: Moment | null
  /** Good jumbos as weighed. */
  readonly jumboKg: number
  /** Slit rolls that are in packages now, over the order's whole life. */
  readonly packedKg: number
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
  /** Mass that the lot allocation drew from hoppers; rolls without an allocation count in full. */
  readonly drawnKg: number
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
