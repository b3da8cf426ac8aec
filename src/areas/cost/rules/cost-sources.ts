/** Source rows from which the cost of an order is calculated. */
import type { Day } from '@/plant/rules/plant-time'
import type { PerKwhCharge } from '@/areas/prices/rules/dated-price'
import type { TimeSpan } from './run-spans'

/** A price of a cost kind, CNY per unit of its basis. */
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
export interface MaterialUsage {
  readonly materialId: string
  readonly lotId: string | null
  readonly kind: string
  readonly month: string
  readonly kg: number
  /** CNY/kg; null if no price is entered. */
  readonly price: number | null
  readonly priceId: string | null
}
/** Material that came back and has a value, or downgraded goods. */
export interface CreditedMaterial {
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
export interface EnergyUsage {
  readonly part: 'electricity' | 'gas' | 'water'
  /** The tariff period, the charge per kWh, or the medium. */
  readonly what: string
  readonly month: string | null
  readonly quantity: number
  /** CNY, not rounded; null if a price is missing. */
  readonly cost: number | null
}
/** Grid charges for the energy of the order beyond its price: transmission, surcharges. */
export interface GridChargeUsage {
  readonly charge: PerKwhCharge
  readonly month: string
  /** kWh */
  readonly quantity: number
  /** CNY, not rounded. */
  readonly cost: number
}
/** Person hours of a shift that count for the order. */
export interface LabourUsage {
  readonly lineId: string
  readonly businessDate: Day
  readonly shift: string
  readonly people: number
  readonly hours: number
}
export interface ToolUsage {
  readonly toolId: string
  /** The line or slitter on which the tool was mounted. */
  readonly lineId: string
  readonly used: number
  readonly unit: 'h' | 'm' | 'kg'
  readonly cost: number | null
}
export interface OrderCostSources {
  readonly lineId: string
  readonly productId: string
  readonly goodKg: number
  readonly runs: readonly TimeSpan[]
  readonly feeds: readonly MaterialUsage[]
  readonly credits: readonly CreditedMaterial[]
  /** Null if the meters of the line gave no readings for the run. */
  readonly energy: readonly EnergyUsage[] | null
  readonly charges: readonly GridChargeUsage[]
  readonly labour: readonly LabourUsage[]
  /** Shifts in which the order ran and no handover was signed. */
  readonly unsignedShifts: readonly { readonly lineId: string; readonly businessDate: Day; readonly shift: string }[]
  readonly tools: readonly ToolUsage[]
  readonly prices: {
    readonly direct: readonly DatedPrice[]
    readonly fixed: readonly DatedPrice[]
    readonly financial: readonly DatedPrice[]
    readonly other: readonly DatedPrice[]
  }
  /** Material drawn from the hoppers by rolls and waste, by lot. Null if no roll records it: then all feeds count. */
  readonly drawn: readonly MaterialUsage[] | null
  /** Material drawn without a known hopper content. */
  readonly unrecorded: readonly { readonly month: string; readonly kg: number }[]
  readonly isRunning: boolean
  /** Number of web lines. Plant-wide monthly prices are split evenly between them. */
  readonly webLineCount: number
  readonly timeZone: string
}
