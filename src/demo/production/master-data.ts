/** Master data of orders: products with their standards, customers, materials. */
import { material } from '@/areas/feeding/contract/material'
import type { MaterialKind } from '@/areas/feeding/rules/feed'
import { DAY_MS } from '@/plant/rules/plant-time'
import { customer } from '@/areas/orders/contract/customer'
import { product } from '@/areas/standards/contract/product'
import type { SeasonChange } from '@/areas/standards/rules/season'
import { toCompanyName, toSupplierFields } from '../company-names'
import { toBatch, buildAuditFields, type RowBatch } from '../draft'
import type { DemoEra } from '../demo-era'
import type { PlantLine, PlaceLayout } from '../lines'
import type { Staff } from '../people'
import { roundDecimals, type Dice } from '../random'
import {
  customerSpecs,
  materialKeys,
  materialSpecs,
  productSpecs,
  type MaterialKey,
  type ProductSpec,
} from './catalogue'
import { buildMaterialStandards } from './material-standards'
import { buildProductStandards, buildSeasonBatch, buildSeasons } from './product-standards'
import { buildProcessStandards } from './process-standards'
import { buildTestIndexes, type IndexIds } from './test-indexes'

export interface DemoProduct extends ProductSpec {
  readonly id: string
  /** Id of the process standard. */
  readonly standardId: string
  readonly productStandardId: string
  /** A customer with limits of its own, and the id of the product standard that holds them. */
  readonly variant: { readonly buyer: Buyer; readonly id: string } | null
  readonly line: PlantLine
  /** m/min */
  readonly idealSpeed: number
}
export interface Buyer {
  readonly id: string
  readonly code: string
  readonly name: string
  readonly nameEn: string
  /** Slit widths that the customer buys, mm. */
  readonly widths: readonly number[]
}
export interface MasterData {
  readonly products: readonly DemoProduct[]
  readonly buyers: readonly Buyer[]
  readonly materialIds: Readonly<Record<MaterialKey, string>>
  /** First day of each season. */
  readonly seasons: readonly SeasonChange[]
  readonly indexIds: IndexIds
  readonly batches: readonly RowBatch[]
}

/** Kilograms of a bag or drum; packing is counted in pieces. */
const packageKgByKind: Partial<Record<MaterialKind, number>> = { main: 25, sub: 25, sur: 200 }

export type ProductFamily = ProductSpec['family']
/** Output (kg/h), maximum speed (m/min), jumbo width (mm) and jumbo mass (kg) of each kind of line. */
export const lineCapacity = {
  spunbond: { kgPerHour: 1050, speed: 300, widthMm: 3200, jumboKg: 1080 },
  composite: { kgPerHour: 1350, speed: 450, widthMm: 3200, jumboKg: 1360 },
  meltblown: { kgPerHour: 150, speed: 60, widthMm: 1600, jumboKg: 195 },
} as const
export type WebLineKind = keyof typeof lineCapacity
/** True if a line makes web. */
export const isWebLine = (line: PlantLine): line is PlantLine & { kind: WebLineKind } => line.kind in lineCapacity
const lineKindByFamily: Partial<Record<ProductFamily, WebLineKind>> = {
  spunbond: 'spunbond',
  sms: 'composite',
  meltblown: 'meltblown',
}

/** Builds the master data of a place. @param place number of the place, from 1 */
export function buildMasterData(
  dice: Dice,
  era: DemoEra,
  layout: PlaceLayout,
  staff: Staff,
  place: number,
): MasterData {
  const createdMs = era.from - 60 * DAY_MS
  const codeSuffix = place === 1 ? '' : `-${place}`
  const materialIds = Object.fromEntries(materialKeys.map((key) => [key, dice.id(createdMs)])) as Record<
    MaterialKey,
    string
  >
  // Documents draw their random numbers from a separate branch, so that more documents do not change any other row.
  const documentDice = dice.branch('documents')
  const generalProducts = productSpecs.map((spec): DemoProduct => {
    const line = layout.lines.find(({ kind }) => kind === lineKindByFamily[spec.family])
    if (!line || !isWebLine(line)) throw new Error(`no line makes ${spec.family}`)
    const { kgPerHour, speed, widthMm } = lineCapacity[line.kind]
    const idealSpeed = Math.round(Math.min(speed, (kgPerHour * 1000) / (spec.gsm * (widthMm / 1000) * 60)))
    return {
      ...spec,
      code: `${spec.code}${codeSuffix}`,
      id: dice.id(createdMs),
      standardId: dice.id(createdMs + DAY_MS),
      productStandardId: documentDice.id(createdMs + DAY_MS),
      variant: null,
      line,
      idealSpeed,
    }
  })
  const buyers = customerSpecs.map(({ name, nameEn, widths }, i): Buyer => ({
    id: dice.id(createdMs),
    code: `C${String(place * 100 + i).padStart(4, '0')}`,
    name,
    nameEn,
    widths,
  }))
  // One product has limits of its own for a customer.
  const products = generalProducts.map((p, i): DemoProduct => ({
    ...p,
    variant: i === 2 ? { buyer: buyers[10]!, id: documentDice.id(createdMs + DAY_MS) } : null,
  }))
  const testIndexes = buildTestIndexes(documentDice, createdMs, codeSuffix)
  const documentSources = { indexIds: testIndexes.ids, materialIds, buyers, products }
  return {
    products,
    buyers,
    materialIds,
    seasons: buildSeasons(era),
    indexIds: testIndexes.ids,
    batches: [
      toBatch(
        material,
        materialKeys.map((key) => {
          const { code, name, nameEn, kind, supplier, lotKg } = materialSpecs[key]
          return {
            id: materialIds[key],
            code: `${code}${codeSuffix}`,
            name,
            nameEn,
            kind,
            ...toSupplierFields(toCompanyName(supplier)),
            packageKg: packageKgByKind[kind] ?? null,
            minimumKg: Math.round(lotKg / 4),
            active: true,
            ...buildAuditFields(createdMs, null),
          }
        }),
      ),
      toBatch(
        customer,
        buyers.map(({ id, code, name, nameEn }, i) => ({
          id,
          code,
          name,
          nameEn,
          phone: `666-${String(2000 + i)}`,
          active: true,
          ...buildAuditFields(createdMs, null),
        })),
      ),
      toBatch(
        product,
        products.map((p) => ({
          id: p.id,
          code: p.code,
          name: p.name,
          nameEn: p.nameEn,
          family: p.family,
          treatment: p.treatment,
          gsm: p.gsm,
          widthMm: null,
          colour: p.colour.zh,
          colourEn: p.colour.en,
          coreMm: 76,
          thicknessMm: roundDecimals(p.thicknessMm, 3),
          active: true,
          ...buildAuditFields(createdMs, null),
        })),
      ),
      buildProcessStandards(dice, era, staff, products, materialIds),
      testIndexes.batch,
      ...(place === 1 ? [buildSeasonBatch(documentDice, era, staff)] : []),
      buildProductStandards(documentDice, era, staff, documentSources),
      ...buildMaterialStandards(documentDice, era, staff, documentSources, codeSuffix),
    ],
  }
}
