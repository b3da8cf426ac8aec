/** How materials come: in packages or pieces of so many kilograms; and lots that were rejected on arrival. */
import type { MaterialKey } from './catalogue'

/** Kilograms of a bag, a drum or a piece. */
export const pieceKg: Partial<Record<MaterialKey, number>> = { surfactant: 200, core: 1.5, film: 3 }
export const BAG_KG = 25
/** Materials of lots that were rejected, how many days ago they came, and why. */
export const rejectedOnArrival = [
  ['core', 150, '内径超差，退货'],
  ['film', 64, '厚度不匀，退货'],
  ['blue', 21, '颗粒不匀，退货'],
] as const satisfies readonly (readonly [MaterialKey, number, string])[]
