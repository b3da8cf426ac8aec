/** What is inspected of each material on arrival, as its standard says it. */
import type { Row } from '@/contract/resource'
import type { materialDocument } from '@/areas/standards/contract/material-standard'
import type { MaterialKey } from './catalogue'

type Standard = Row<typeof materialDocument.resource>
type Line = Standard['items'][number]
type Limits = { low?: number; target?: number; high?: number }
export interface Inspected {
  readonly sampling: NonNullable<Standard['sampling']>
  readonly aql?: number
  readonly level?: NonNullable<Standard['level']>
  readonly keepsDays?: number
  /** Kilograms of a package, or of a piece. */
  readonly unitKg: number
  readonly items: readonly Line[]
}
const line = (
  [name, nameEn]: readonly [string, string],
  unit: string | null,
  method: string | null,
  { low, target, high }: Limits = {},
  required = true,
): Line => ({
  indexId: null,
  name,
  nameEn,
  method,
  unit,
  low: low ?? null,
  target: target ?? null,
  high: high ?? null,
  required,
})
const appearance = line(['外观', 'Appearance'], null, '目测')
const melt = (target: number, spread: number) =>
  line(['熔体流动速率', 'Melt flow rate'], 'g/10min', 'GB/T 3682.1', {
    low: target - spread,
    target,
    high: target + spread,
  })
const resin = (target: number, spread: number): Inspected => ({
  sampling: 'gbt6678',
  unitKg: 25,
  items: [
    melt(target, spread),
    line(['灰分', 'Ash'], '%', 'GB/T 9345.1', { high: 0.03 }),
    line(['挥发分', 'Volatiles'], '%', 'GB/T 2914', { high: 0.2 }),
    line(['黄色指数', 'Yellowness index'], '', 'HG/T 3862', { high: 2 }, false),
    appearance,
  ],
})
const masterbatch: Inspected = {
  sampling: 'gbt6678',
  unitKg: 25,
  keepsDays: 540,
  items: [
    line(['水分', 'Moisture'], '%', 'GB/T 6283', { high: 0.15 }),
    line(['色差 ΔE', 'Colour difference ΔE'], '', 'GB/T 11186.3', { high: 1 }),
    appearance,
  ],
}
const additive: Inspected = { ...masterbatch, items: [masterbatch.items[0]!, appearance] }

/** By material; recycled pellets are the plant's own. */
export const inspectedItems: Partial<Record<MaterialKey, Inspected>> = {
  resinSpun: resin(35, 2),
  resinSoft: resin(40, 2),
  resinMelt: resin(1500, 100),
  white: masterbatch,
  blue: masterbatch,
  green: masterbatch,
  antistatic: additive,
  electret: additive,
  surfactant: {
    sampling: 'gbt6678',
    unitKg: 200,
    keepsDays: 365,
    items: [
      line(['固含量', 'Solids content'], '%', 'GB/T 1725', { low: 28, target: 30, high: 32 }),
      line(['pH 值', 'pH'], null, 'GB/T 6368', { low: 6, high: 8 }),
      appearance,
    ],
  },
  core: {
    sampling: 'gbt2828',
    aql: 1,
    level: 'II',
    unitKg: 1.5,
    items: [
      line(['内径', 'Inside diameter'], 'mm', null, { low: 76, target: 76.3, high: 76.6 }),
      line(['壁厚', 'Wall thickness'], 'mm', null, { low: 9.5, target: 10, high: 10.5 }),
      line(['含水率', 'Moisture content'], '%', 'GB/T 462', { high: 10 }),
      appearance,
    ],
  },
  film: {
    sampling: 'gbt2828',
    aql: 1.5,
    level: 'S4',
    unitKg: 3,
    items: [
      line(['厚度', 'Thickness'], 'µm', 'GB/T 6672', { low: 18.5, target: 20, high: 21.5 }),
      line(['宽度', 'Width'], 'mm', null, { low: 498, target: 500, high: 502 }),
      appearance,
    ],
  },
}

/** Materials of lots that were rejected, how many days ago they came, and why. */
export const rejectedOnArrival = [
  ['core', 150, '内径超差，退货'],
  ['film', 64, '厚度不匀，退货'],
  ['blue', 21, '水分超标，退货'],
] as const satisfies readonly (readonly [MaterialKey, number, string])[]
