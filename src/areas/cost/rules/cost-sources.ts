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
/** Material of an order, as fed to the line or drawn from its hoppers. */
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
/** Downgraded goods, or returned material that still has a value. Their value reduces the cost of the order. */
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
/** Metered energy of an order, by tariff period or medium. */
export interface EnergyUsage {
  readonly part: 'electricity' | 'gas' | 'water'
  /** The tariff period, the charge per kWh, or the medium. */
  readonly what: string
  readonly month: string | null
  readonly quantity: number
  /** CNY, not rounded; null if a price is missing. */
  readonly cost: number | null
}
/** A grid charge on the energy of the order in addition to the energy price: transmission, surcharges. */
export interface GridChargeUsage {
  readonly charge: PerKwhCharge
  readonly month: string
  /** kWh */
  readonly quantity: number
  /** CNY, not rounded. */
  readonly cost: number
}
/** Hours of people in a shift that count for the order: `people` × hours of the order in the shift. */
export interface LabourUsage {
  readonly lineId: string
  readonly businessDate: Day
  readonly shift: string
  readonly people: number
  readonly hours: number
}
/** Wear of a tool by an order. */
export interface ToolUsage {
  readonly toolId: string
  /** The line or slitter on which the tool was mounted. */
  readonly lineId: string
  /** Wear in `unit`. */
  readonly used: number
  readonly unit: 'h' | 'm' | 'kg'
  /** CNY; null if the tool has no price. */
  readonly cost: number | null
}
/** All source rows of an order's cost. */
export interface OrderCostSources {
  readonly lineId: string
  readonly productId: string
  readonly goodKg: number
  readonly runs: readonly TimeSpan[]
  readonly feeds: readonly MaterialUsage[]
  readonly credits: readonly CreditedMaterial[]
  /** Null if the meters of the line gave no readings for the run. */
  readonly energy: readonly EnergyUsage[] | null
  readonly gridCharges: readonly GridChargeUsage[]
  readonly labour: readonly LabourUsage[]
  /** Shifts in which the order ran and no handover was signed. */
  readonly unsignedShifts: readonly { readonly lineId: string; readonly businessDate: Day; readonly shift: string }[]
  readonly tools: readonly ToolUsage[]
  readonly prices: {
    /** Wages; they make the cost part `labour`. */
    readonly direct: readonly DatedPrice[]
    readonly fixed: readonly DatedPrice[]
    readonly financial: readonly DatedPrice[]
    readonly other: readonly DatedPrice[]
  }
  /**
   * Material that rolls and waste drew from the hoppers, by lot. Null if the order has no rolls that draws could be
   * recorded for; the cost then uses all feeds instead.
   */
  readonly drawnMaterial: readonly MaterialUsage[] | null
  /** Mass that rolls and waste drew although no hopper held it, because a feed was not recorded. */
  readonly unrecordedDraws: readonly { readonly month: string; readonly kg: number }[]
  readonly isRunning: boolean
  /** Number of web lines. Plant-wide monthly prices are split evenly between them. */
  readonly webLineCount: number
  readonly timeZone: string
}
