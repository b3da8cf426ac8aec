import { defineEvent, defineQuestion } from '@/server/events'
import { costsCounted, energyCounted } from './day-events'
import { pricesChanged } from './price-events'

export { ordersPricedBy, pricesChanged, type PricedOrder, type PricesChange } from './price-events'
import { factRefused, factWritten, monthClosed, openInMonth } from './month-events'
import type { Moment } from '../rules/plant-time'
import { meterRead, speedsTaken } from './measured-events'
import { downgradesGone } from './roll-events'

export { meterRead, speedsTaken }
export {
  downgradesGone,
  goodRollsByWidth,
  rollsOnSlitters,
  type DowngradesGone,
  type RollOnSlitter,
  type RollsOfWidth,
} from './roll-events'

/** Parts of the store that a record says were used; `unit` null is the part's own unit. */
export interface UsedParts {
  readonly repairId: string | null
  readonly parts: readonly { readonly partId: string; readonly quantity: number; readonly unit: string | null }[]
}
/** A record before and after a change: null when there was, or is, none. */
export interface PartsChange {
  readonly kind: string
  readonly id: string
  readonly occurredAt: string
  readonly before: UsedParts | null
  readonly after: UsedParts | null
}

/** A record of any area names parts of the store: the stock follows it. */
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
/** What is planned by shifts is planned anew. */
export const calendarChanged = defineEvent<Record<string, never>>(
  'calendarChanged',
  'The shifts and teams to come were ordered otherwise.',
  {},
)
/** What was counted by the residence time is counted anew. */
export const residenceChanged = defineEvent<Record<string, never>>(
  'residenceChanged',
  'The plant set otherwise how long what is fed takes to the web, or how long lots mix.',
  {},
)
/** A sheet of a shift of a line; `resource` says which kind of sheet it is. */
export interface SheetOfShift {
  readonly resource: string
  readonly lineId: string
  readonly businessDate: string
  readonly shift: string
}
/** What was signed does not change any more. */
export const sheetSigned = defineQuestion<SheetOfShift, boolean>(
  'sheetSigned',
  'Do signatures stand on a sheet, because its shift has been handed over?',
)
/** The order that ran on a line at a moment: a stop belongs to it. */
export const orderAt = defineQuestion<{ lineId: string; at: Moment }, string | null>(
  'orderAt',
  'Which order ran on a line at a moment?',
)
/** What came off for an order since a moment, kg; `slitSince` is when its first slit roll did. */
export interface RecentOutput {
  readonly orderId: string
  /** Good slit rolls. */ readonly slitKg: number
  readonly slitSince: Moment | null
  /** Good jumbos as weighed. */ readonly jumboKg: number
  /** Slit rolls that lie in packages now, of the order's whole life. */ readonly packedKg: number
}
/** The speed of orders is judged by what came off lately: one line an order that is asked about. */
export const recentOutput = defineQuestion<{ orderIds: readonly string[]; since: Moment }, readonly RecentOutput[]>(
  'recentOutput',
  'What came off for orders since a moment, and what of them is packed?',
)
/** Something that happened to an order at the lines; `label` null where its kind says it all. Masses in kg. */
export interface OrderEvent {
  readonly kind: 'fed' | 'doffed' | 'slit' | 'stopped' | 'downgraded' | 'packed'
  readonly at: Moment
  readonly endsAt: Moment | null
  readonly label: string | null
  readonly kg: number | null
  readonly count: number | null
  /** The row it can be read in. */
  readonly resource: string | null
  readonly id: string | null
}
/** Output of an hour of the plant's clock, kg. */
export interface HourOfOutput {
  readonly from: Moment
  readonly goodKg: number
  readonly downgradedKg: number
}
/** An order is shown with what became of it: events in any order, hours from the oldest to the newest. */
export const eventsOfOrder = defineQuestion<
  { orderId: string },
  { readonly events: readonly OrderEvent[]; readonly hours: readonly HourOfOutput[] }
>('eventsOfOrder', 'What happened to an order at the lines, and what came off for it hour by hour?')

/** A part of the store as one chooses it. */
export interface StorePart {
  readonly id: string
  /** In the reader's language. */
  readonly label: string
  readonly code: string
  readonly note: string
  readonly unit: string
}
/** Parts to fit or to fill in: proposed in a record of the work. */
export const storeParts = defineQuestion<{ kinds: readonly string[]; ids: readonly string[] }, readonly StorePart[]>(
  'storeParts',
  'Which parts of some kinds does the store have, and what are these others called?',
)

/** What was fed to a line, taken out of its hoppers, or extruded beside its rolls. */
export interface HopperChange {
  readonly lineId: string
  /** A feed, or its correction, holds from here on; waste came through the die then. */
  readonly at: Moment
  readonly kind: 'fed' | 'emptied' | 'waste'
  /** The feed itself, negative where it was taken back; kg. It may change the ratios of its order. */
  readonly feed?: {
    readonly orderId: string
    readonly hopperId: string
    readonly materialId: string
    readonly kg: number
  }
}
/** Which lots are in which rolls is counted again: at once, or by a job soon after when it is much. */
export const hoppersChanged = defineEvent<HopperChange>(
  'hoppersChanged',
  'Material went into a hopper or came out of it, or was extruded and became no roll; the line is held.',
  {
    lineId: 'line whose hoppers they are',
    at: 'from when on it holds',
    kind: 'fed, emptied or waste',
    feed: 'order, hopper, material and kg of the feed; kg negative where it was taken back',
  },
)
/** Rolls or waste of orders hold other lots than before: something was fed, emptied or wound earlier than was known. */
export const lotsCounted = defineEvent<{ readonly orderIds: readonly string[] }>(
  'lotsCounted',
  'The lots in rolls and waste of orders were counted again, and came out otherwise than before.',
  { orderIds: 'orders whose rolls or waste hold other lots' },
)
/** What is left in a hopper of one feed, whole grams. */
export interface HopperLayer {
  readonly hopperId: string
  readonly feedId: string
  readonly lotId: string | null
  readonly materialId: string
  readonly grams: number
}
/** A lot, or waste that came back, that is about to be removed. */
export interface RemovedMaterial {
  readonly resource: 'materialLot' | 'recycle'
  readonly id: string
}
/** Whoever records what lots were made of drops what was said of this one. */
export const materialRemoved = defineEvent<RemovedMaterial>(
  'materialRemoved',
  'A lot, or waste that came back, is about to be removed: it was a mistake.',
  { resource: 'materialLot or recycle', id: 'of the row' },
)
/** What comes out of a hopper that is emptied is what the count of lots left in it. */
export const insideHoppers = defineQuestion<{ lineId: string; at?: Moment }, readonly HopperLayer[]>(
  'insideHoppers',
  'What do the hoppers of a line hold, at a moment or now?',
)

/** Metres that a set took; negative where it was taken back. */
export interface MetresCut {
  readonly slitterId: string
  /** When the set came off, also when it is taken back later. */
  readonly at: Moment
  readonly metres: number
}
/** Everything that wears at a slitter is used by what it cuts. */
export const metresCut = defineEvent<MetresCut>(
  'metresCut',
  'A set came off a slitter, or was taken back: its metres count, or count no more.',
  {
    slitterId: 'slitter that cut them',
    at: 'when the set came off',
    metres: 'length of the set; negative where it was taken back',
  },
)

/** What is summed up: of orders, or of the shifts of lines; what is not given is not asked for. */
export interface FlowChoice {
  readonly orderIds?: readonly string[] | null
  readonly lineId?: string | null
  /** Business dates, both included. */
  readonly fromDay?: string | null
  readonly toDay?: string | null
  readonly shift?: string | null
}
/** By what it is summed up: `all` is one sum. */
export type FlowKey = 'order' | 'team' | 'all'
/** Sums of what came off the winder, kg. */
export interface WoundFlow {
  /** An order's id, a team or nothing, as asked for. */
  readonly key: string
  /** Weighed, but for its downgraded metres. */
  readonly goodKg: number
  readonly downgradedKg: number
  /** Scrapped rolls, and metres downgraded to waste. */
  readonly wasteKg: number
  /** Not weighed yet, by its grammage. */
  readonly inProcessKg: number
  /** What came out of a hopper by the count of lots; rolls not counted yet in full. */
  readonly usedKg: number
  /** The shifts in which anything was doffed: line, business date and shift in one text. */
  readonly shifts: readonly string[]
}
/** What was fed is compared with what was wound of it. */
export const woundFlows = defineQuestion<{ by: FlowKey; choice: FlowChoice }, readonly WoundFlow[]>(
  'woundFlows',
  'What came off the winders, by order, by team or together?',
)

/** Rolls of an order that are to leave the plant. */
export interface LeavingRolls {
  readonly orderId: string
  readonly rolls: readonly { readonly id: string; readonly jumboRollId: string }[]
  /** What their product asks for. */
  readonly condition: 'checked' | 'certified'
}
/** Goods leave the plant when quality has said so. */
export const notReleased = defineQuestion<LeavingRolls, readonly string[]>(
  'notReleased',
  'Which of these rolls lack what their product asks for before it is shipped: a passed check, or a valid certificate?',
)

/** A slit roll, and where in its jumbo it lies; m and mm of the jumbo. */
export interface CheckedRoll {
  readonly id: string
  readonly jumboRollId: string
  readonly lane: number
  readonly fromMm: number
  readonly widthMm: number
  readonly fromM: number
  readonly toM: number
}
/** A roll that failed its check leaves as what it was made for, unless somebody who ships it is told. */
export const failedChecks = defineQuestion<{ rolls: readonly CheckedRoll[] }, readonly string[]>(
  'failedChecks',
  'Which of these slit rolls have a failed check, or lie where that of their jumbo failed, after which nothing was downgraded?',
)

/** Rolls as somebody relies on their grade. */
export interface GradedRolls {
  readonly rolls: readonly { readonly id: string; readonly orderId: string | null; readonly grade: string }[]
}
/** What a valid certificate says of a roll is not made false behind its back. */
export const certifiedAs = defineQuestion<GradedRolls, readonly string[]>(
  'certifiedAs',
  'Which valid certificates, by number, say of one of these rolls that it is of this grade?',
)

/** All events of the plant, for the documents. */
export const events = [
  partsUsed,
  meterRead,
  monthClosed,
  factWritten,
  factRefused,
  speedsTaken,
  calendarChanged,
  residenceChanged,
  hoppersChanged,
  materialRemoved,
  lotsCounted,
  metresCut,
  downgradesGone,
  pricesChanged,
  energyCounted,
  costsCounted,
]
/** What the plant itself asks. */
export const questions = [orderAt, sheetSigned, openInMonth]
export { factRefused, factWritten, monthClosed, openInMonth, type FactRefused, type FactWritten } from './month-events'
