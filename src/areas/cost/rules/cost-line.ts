/** What the cost of an order is made of: each amount is the sum of its lines, each line says what it comes from. */
import { isPerKwhCharge } from '@/areas/prices/rules/dated-price'
import { sumOf, type Fen } from './money'

/** 材料, 包装, 电, 气, 水, 直接人工, 工器具, 固定, 财务, 其他, 降等与回收冲减. */
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
/** What a line is counted in. */
export const lineUnits = ['kg', 'kWh', 'm³', 'h', 'm', 'month'] as const
export type LineUnit = (typeof lineUnits)[number]

export interface CostLine {
  readonly part: CostPart
  /** What of the part: a material, a tariff period, a charge per kWh, an item of cost, a shift. */
  readonly what: string
  /** The row it comes from, such as the lot, the tool or the handover's line. */
  readonly resource: string | null
  readonly rowId: string | null
  /** The price that was used, of the areas that keep prices. */
  readonly priceId: string | null
  /** Month of the books: by business date, energy by the day of the meters; null for what the whole run is counted by. */
  readonly month: string | null
  readonly quantity: number
  readonly unit: LineUnit
  /** CNY per unit; null where several prices make it up. */
  readonly price: number | null
  readonly fen: Fen
}
/** Energy, gas and water as meters counted them; charges per kWh are of the same kWh again. */
export const isMetered = ({ what }: Pick<CostLine, 'what'>): boolean => !isPerKwhCharge(what)
export type Parts = Readonly<Record<CostPart, Fen>>
export const partsOf = (lines: readonly CostLine[]): Parts =>
  Object.fromEntries(
    costParts.map((part) => [part, sumOf(lines.filter((line) => line.part === part).map(({ fen }) => fen))]),
  ) as Parts
export const totalOf = (parts: Parts): Fen => sumOf(costParts.map((part) => parts[part]))

/** What a cost lacks: as long as there is any, it is not whole. */
export const missingKinds = [
  // It runs: the hours of a shift are known when that is over, and more is still to come.
  'running',
  'lotPrice',
  'noFeeds',
  'noReadings',
  'tariff',
  'gasPrice',
  'waterPrice',
  'handover',
  'labourPrice',
  'fixedPrice',
  'toolPrice',
  'lanes',
] as const
export interface Missing {
  readonly what: (typeof missingKinds)[number]
  readonly resource: string | null
  readonly rowId: string | null
  /** Of a handover that nobody signed. */
  readonly businessDate: string | null
  readonly shift: string | null
}
