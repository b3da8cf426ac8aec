/** Master data of orders: products with their standards, customers, materials. */
import { material } from '@/areas/feeding/contract/material'
import type { MaterialKind } from '@/areas/feeding/rules/feed'
import { DAY_MS } from '@/plant/rules/plant-time'
import { customer } from '@/areas/orders/contract/customer'
import { product } from '@/areas/standards/contract/product'
import type { SeasonChange } from '@/areas/standards/rules/season'
import { companyName, suppliedBy } from '../company-names'
import { batch, stamps, type Batch } from '../draft'
import type { Era } from '../era'
import type { PlantLine, Site } from '../lines'
import type { Staff } from '../people'
import { rounded, type Dice } from '../random'
import { customerSpecs, materialSpecs, productSpecs, type MaterialKey, type ProductSpec } from './catalogue'
import { buildMaterialStandards } from './material-standards'
import { buildProductStandards, seasonBatch, seasonsOf } from './product-standards'
import { buildStandards } from './standards'
import { buildTestIndexes, type Indexes } from './test-indexes'

export interface Made extends ProductSpec {
  readonly id: string
  readonly standardId: string
  readonly productStandardId: string
  /** A customer with its own limits, and the id of that standard. */
  readonly variant: { readonly buyer: Buyer; readonly id: string } | null
  readonly line: PlantLine
  readonly idealSpeed: number
}
export interface Buyer {
  readonly id: string
  readonly code: string
  readonly name: string
  readonly nameEn: string
  readonly widths: readonly number[]
}
export interface Masters {
  readonly products: readonly Made[]
  readonly buyers: readonly Buyer[]
  readonly materials: Readonly<Record<MaterialKey, string>>
  /** First day of each season. */
  readonly seasons: readonly SeasonChange[]
  readonly indexes: Indexes
  readonly batches: readonly Batch[]
}

/** Kilograms of a bag or drum; packing is counted in pieces. */
const packages: Partial<Record<MaterialKind, number>> = { main: 25, sub: 25, sur: 200 }

export type Family = ProductSpec['family']
/** Output (kg/h), maximum speed (m/min), jumbo width (mm) and jumbo mass (kg) of each kind of line. */
export const capacity = {
  spunbond: { kgPerHour: 1050, speed: 300, widthMm: 3200, jumboKg: 1080 },
  composite: { kgPerHour: 1350, speed: 450, widthMm: 3200, jumboKg: 1360 },
  meltblown: { kgPerHour: 150, speed: 60, widthMm: 1600, jumboKg: 195 },
} as const
export type Making = keyof typeof capacity
/** True if a line makes web. */
export const isMaking = (line: PlantLine): line is PlantLine & { kind: Making } => line.kind in capacity
const lineOf: Partial<Record<Family, Making>> = { spunbond: 'spunbond', sms: 'composite', meltblown: 'meltblown' }

/** Builds the master data of a place. */
export function buildMasters(dice: Dice, era: Era, site: Site, staff: Staff, place: number): Masters {
  const made = era.from - 60 * DAY_MS
  const tail = place === 1 ? '' : `-${place}`
  const materials = Object.fromEntries(
    (Object.keys(materialSpecs) as MaterialKey[]).map((key) => [key, dice.id(made)]),
  ) as Record<MaterialKey, string>
  // Documents draw from a separate branch, so that all other rows stay unchanged.
  const apart = dice.branch('documents')
  const general = productSpecs.map((spec): Made => {
    const line = site.lines.find(({ kind }) => kind === lineOf[spec.family])
    if (!line || !isMaking(line)) throw new Error(`no line makes ${spec.family}`)
    const { kgPerHour, speed, widthMm } = capacity[line.kind]
    const idealSpeed = Math.round(Math.min(speed, (kgPerHour * 1000) / (spec.gsm * (widthMm / 1000) * 60)))
    return {
      ...spec,
      code: `${spec.code}${tail}`,
      id: dice.id(made),
      standardId: dice.id(made + DAY_MS),
      productStandardId: apart.id(made + DAY_MS),
      variant: null,
      line,
      idealSpeed,
    }
  })
  const buyers = customerSpecs.map(([name, nameEn, widths], i): Buyer => ({
    id: dice.id(made),
    code: `C${String(place * 100 + i).padStart(4, '0')}`,
    name,
    nameEn,
    widths,
  }))
  const products = general.map((p, i): Made => ({
    ...p,
    variant: i === 2 ? { buyer: buyers[10]!, id: apart.id(made + DAY_MS) } : null,
  }))
  const tests = buildTestIndexes(apart, made, tail)
  const known = { indexes: tests.ids, materials, buyers, products }
  return {
    products,
    buyers,
    materials,
    seasons: seasonsOf(era),
    indexes: tests.ids,
    batches: [
      batch(
        material,
        (Object.keys(materialSpecs) as MaterialKey[]).map((key) => {
          const { code, name, nameEn, kind, supplier, lotKg } = materialSpecs[key]
          return {
            id: materials[key],
            code: `${code}${tail}`,
            name,
            nameEn,
            kind,
            ...suppliedBy(companyName(supplier)),
            packageKg: packages[kind] ?? null,
            minimumKg: Math.round(lotKg / 4),
            active: true,
            ...stamps(made, null),
          }
        }),
      ),
      batch(
        customer,
        buyers.map(({ id, code }, i) => ({
          id,
          code,
          name: customerSpecs[i]![0],
          nameEn: customerSpecs[i]![1],
          phone: `666-${String(2000 + i)}`,
          active: true,
          ...stamps(made, null),
        })),
      ),
      batch(
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
          thicknessMm: rounded(p.thicknessMm, 3),
          active: true,
          ...stamps(made, null),
        })),
      ),
      buildStandards(dice, era, staff, products, materials),
      tests.batch,
      ...(place === 1 ? [seasonBatch(apart, era, staff)] : []),
      buildProductStandards(apart, era, staff, known),
      ...buildMaterialStandards(apart, era, staff, known, tail),
    ],
  }
}
