/** Package sizes of materials, and lots rejected on arrival. */
import type { MaterialKey } from './catalogue'
import { toTexts, type BilingualText } from '../bilingual-text'

/** Kilograms of a bag, a drum or a piece. */
export const pieceKgByMaterial: Partial<Record<MaterialKey, number>> = { surfactant: 200, core: 1.5, film: 3 }
export const BAG_KG = 25
/** Rejected lots: material, days since arrival, reason. */
export const rejectedLotSpecs = [
  ['core', 150, toTexts('内径超差，退货', 'Inside diameter out of tolerance, to be returned')],
  ['film', 64, toTexts('厚度不匀，退货', 'Uneven thickness, to be returned')],
  ['blue', 21, toTexts('颗粒不匀，退货', 'Uneven pellets, to be returned')],
] as const satisfies readonly (readonly [MaterialKey, number, BilingualText])[]
