/** What the cost of an order follows from. */
import type { Day } from '@/plant/rules/plant-time'
import type { PerKwhCharge } from '@/areas/prices/rules/dated-price'
import type { Span } from './run-time'

/** A price of a kind of cost, CNY per one of its basis. */
export interface DatedPrice {
  readonly id: string
  readonly item: string
  readonly basis: 'month' | 'machineHour' | 'labourHour' | 'kg'
  readonly lineId: string | null
  readonly productId: string | null
  readonly effectiveFrom: Day
  readonly effectiveTo: Day | null
  readonly price: number
}
export interface FedFact {
  readonly materialId: string
  readonly lotId: string | null
  readonly kind: string
  readonly month: string
  readonly kg: number
  /** CNY/kg; null where nobody entered one. */
  readonly price: number | null
  readonly priceId: string | null
}
/** What came back and is worth something, or was downgraded. */
export interface CreditFact {
  readonly item: CreditItem
  readonly resource: string
  readonly rowId: string | null
  readonly month: string
  readonly kg: number
  readonly price: number | null
  readonly priceId: string | null
}
export const creditItems = ['creditDowngraded', 'creditTrim', 'creditWaste'] as const
export type CreditItem = (typeof creditItems)[number]
export interface EnergyFact {
  readonly part: 'electricity' | 'gas' | 'water'
  /** The tariff period, the charge per kWh, or the medium. */
  readonly what: string
  readonly month: string | null
  readonly quantity: number
  /** CNY, not rounded; null where a price is missing. */
  readonly cost: number | null
}
/** What the grid charges for the order's energy beside its price: transmission, surcharges. */
export interface ChargeFact {
  readonly charge: PerKwhCharge
  readonly month: string
  /** kWh */
  readonly quantity: number
  /** CNY, not rounded. */
  readonly cost: number
}
/** Hours of people in a shift that are the order's. */
export interface LabourFact {
  readonly lineId: string
  readonly businessDate: Day
  readonly shift: string
  readonly people: number
  readonly hours: number
}
export interface ToolFact {
  readonly toolId: string
  /** The line or slitter it was on. */
  readonly lineId: string
  readonly used: number
  readonly unit: 'h' | 'm' | 'kg'
  readonly cost: number | null
}
export interface OrderFacts {
  readonly lineId: string
  readonly productId: string
  readonly goodKg: number
  readonly runs: readonly Span[]
  readonly fed: readonly FedFact[]
  readonly credits: readonly CreditFact[]
  /** Null: the meters of its line gave no readings for the run. */
  readonly energy: readonly EnergyFact[] | null
  readonly charges: readonly ChargeFact[]
  readonly labour: readonly LabourFact[]
  /** Shifts in which it ran and nobody signed who worked. */
  readonly unsigned: readonly { readonly lineId: string; readonly businessDate: Day; readonly shift: string }[]
  readonly tools: readonly ToolFact[]
  readonly prices: {
    readonly direct: readonly DatedPrice[]
    readonly fixed: readonly DatedPrice[]
    readonly financial: readonly DatedPrice[]
    readonly other: readonly DatedPrice[]
  }
  /** What its rolls and its waste took out of the hoppers, by lot; null: no roll tells it, and all that was fed to it counts. */
  readonly drawn: readonly FedFact[] | null
  /** And what they took that no hopper is known to have held. */
  readonly unrecorded: readonly { readonly month: string; readonly kg: number }[]
  readonly isRunning: boolean
  /** Lines that make goods: what the plant pays by the month falls on each of them alike. */
  readonly lines: number
  readonly timeZone: string
}
