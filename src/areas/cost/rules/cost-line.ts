/** Cost lines of an order. Each amount is the sum of its lines, and each line names its source. */
import { isPerKwhCharge } from '@/areas/prices/rules/dated-price'

/** Parts of a cost, in Chinese: 材料, 包装, 电, 气, 水, 直接人工, 工器具, 固定, 财务, 其他, 降等与回收冲减. */
export const costParts = [
  'material',
  'packing',
  'electricity',
  'gas',
  'water',
  'labour',
  'tools',
  'fixed',
  'financial',
  'other',
  'credit',
] as const
export type CostPart = (typeof costParts)[number]
/** Units of cost lines. */
export const lineUnits = ['kg', 'kWh', 'm³', 'h', 'm', 'month'] as const
export type LineUnit = (typeof lineUnits)[number]
/**
 * Returns the stored and displayed decimals of a quantity. Months need six: prices per month reach hundreds of thousands
 * of yuan, so 0.0001 month would be worth tens of yuan.
 */
export const getQuantityDecimals = (unit: LineUnit): number => (unit === 'month' ? 6 : 4)
/** Rounds the quantity of a line to its stored decimals. */
export function roundLineQuantity(quantity: number, unit: LineUnit): number {
  const factor = 10 ** getQuantityDecimals(unit)
  return Math.round(quantity * factor) / factor
}

export interface CostLine {
  readonly part: CostPart
  /** Item within the part: the id of a material or tool, a tariff band, a charge per kWh, a cost item. */
  readonly what: string
  /** The source row, such as the lot, the tool or the line of the handover. */
  readonly resource: string | null
  readonly rowId: string | null
  /** The price row that was used. */
  readonly priceId: string | null
  /** Accounting month: by business date, for energy by meter day. Null for items counted over the whole run. */
  readonly month: string | null
  readonly quantity: number
  readonly unit: LineUnit
  /** CNY per unit; null if several prices apply. */
  readonly price: number | null
  readonly fen: Fen
}
/** True for metered energy, gas and water. Charges per kWh count the same kWh again and are excluded. */
export const isMetered = ({ what }: Pick<CostLine, 'what'>): boolean => !isPerKwhCharge(what)
export type PartAmounts = Readonly<Record<CostPart, Fen>>
/** Sums lines by cost part. */
export const sumByPart = (lines: readonly CostLine[]): PartAmounts =>
  Object.fromEntries(
    costParts.map((part) => [part, sumFen(lines.filter((line) => line.part === part).map(({ fen }) => fen))]),
  ) as PartAmounts
/** Returns the total of all parts. */
export const sumParts = (parts: PartAmounts): Fen => sumFen(costParts.map((part) => parts[part]))

/** Kinds of missing inputs; a cost is whole if there are none. `lanes`: the cost of another order's web is incomplete. */
export const missingKinds = [
  // The order runs: the hours of a shift are known only when the shift is over, and more costs will follow.
  'running',
  'lotPrice',
  'noFeeds',
  'noReadings',
  // The price of electricity.
  'tariff',
  'gasPrice',
  'waterPrice',
  // Nobody signed the handover of a shift, so its working hours are unknown.
  'handover',
  'labourPrice',
  'fixedPrice',
  'toolPrice',
  'lanes',
] as const
/** An input without which the cost is incomplete: its kind, and the row that lacks it. */
export interface MissingCostInput {
  readonly what: (typeof missingKinds)[number]
  readonly resource: string | null
  readonly rowId: string | null
  /** Set for unsigned handovers. */
  readonly businessDate: string | null
  readonly shift: string | null
}

/** Money is counted in whole fen (0.01 CNY), so sums do not depend on the order of addition. */
export type Fen = number

/** Converts CNY to whole fen, half a fen away from zero. The 1e-7 compensates floating-point errors. */
export function toFen(yuan: number): Fen {
  const fen = Math.abs(yuan) * 100
  const rounded = Math.round(fen + 1e-7)
  return yuan < 0 && rounded !== 0 ? -rounded : rounded
}
/** Converts fen to CNY. */
export const toYuan = (fen: Fen): number => fen / 100
/** Sums amounts in fen. */
export const sumFen = (amounts: readonly Fen[]): Fen => amounts.reduce((sum, amount) => sum + amount, 0)
/** Converts fen to CNY per unit, four digits; null if there is nothing to divide by. */
export const toYuanPerUnit = (fen: Fen, units: number | null): number | null =>
  units !== null && units > 0 ? Math.round((fen / units) * 100) / 10_000 : null
