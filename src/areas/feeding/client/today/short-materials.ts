import type { Row } from '@/contract/resource'
import type { material, materialLot } from '../../contract/material'

export interface Short { readonly id: string; readonly name: string; readonly leftKg: number; readonly minimumKg: number }
/** Materials of which less than their minimum can be fed: lots that are not expired on this day; the emptiest first. */
export function shortMaterials(materials: readonly Row<typeof material>[], lots: readonly Row<typeof materialLot>[], today: string): Short[] {
  const left = new Map<string, number>()
  for (const lot of lots) if (lot.expiresOn === null || lot.expiresOn > today) left.set(lot.materialId, (left.get(lot.materialId) ?? 0) + Math.max(0, lot.leftKg))
  return materials
    .flatMap(({ id, name, minimumKg }) => (minimumKg !== null && minimumKg > 0 && (left.get(id) ?? 0) < minimumKg ? [{ id, name, leftKg: left.get(id) ?? 0, minimumKg }] : []))
    .sort((a, b) => a.leftKg / a.minimumKg - b.leftKg / b.minimumKg)
}
