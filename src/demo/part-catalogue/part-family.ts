import type { sparePart } from '@/areas/maintenance/contract/spare-part'
import type { Row } from '@/contract/resource'

export type PartTag =
  | 'bearing'
  | 'seal'
  | 'belt'
  | 'coupling'
  | 'contactor'
  | 'breaker'
  | 'inverter'
  | 'plc'
  | 'sensor'
  | 'thermocouple'
  | 'heater'
  | 'valve'
  | 'cylinder'
  | 'hose'
  | 'filter'
  | 'oil'
  | 'grease'
  | 'blade'
  | 'pump'
  | 'cable'
  | 'pack'
  | 'lamp'
  | 'chem'
type PartKind = NonNullable<Row<typeof sparePart>['kind']>
/** Spare parts of one kind that differ in size. */
export interface PartFamily {
  readonly tag: PartTag
  readonly stem: string
  readonly name: string
  readonly nameEn: string
  readonly kind: PartKind
  readonly unit: string
  readonly price: number
  readonly sizes: readonly string[]
  readonly makers: readonly string[]
}
/**
 * Defines a family of spare parts.
 * @param price price of the smallest size, CNY
 * @param sizes sizes separated by spaces
 */
export const definePartFamily = (
  tag: PartTag,
  stem: string,
  name: string,
  nameEn: string,
  kind: PartKind,
  unit: string,
  price: number,
  sizes: string,
  ...makers: string[]
): PartFamily => ({ tag, stem, name, nameEn, kind, unit, price, sizes: sizes.split(' '), makers })
