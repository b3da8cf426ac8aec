import type { Row } from '@/contract/resource'
import type { material, materialLot } from '../../contract/material'
import { needsLot } from '../../rules/feed'

export interface MaterialShortage {
  readonly material: Row<typeof material>
  readonly leftKg: number
  readonly minimumKg: number
}
/** Returns materials tracked by lot whose unexpired stock is below the minimum, the lowest ratio first. */
export function findShortMaterials(
  materials: readonly Row<typeof material>[],
  lots: readonly Row<typeof materialLot>[],
  today: string,
): MaterialShortage[] {
  const leftKgByMaterial = new Map<string, number>()
  for (const lot of lots)
    if (lot.expiresOn === null || lot.expiresOn > today)
      leftKgByMaterial.set(lot.materialId, (leftKgByMaterial.get(lot.materialId) ?? 0) + Math.max(0, lot.leftKg))
  return materials
    .flatMap((row) =>
      needsLot(row.kind) &&
      row.minimumKg !== null &&
      row.minimumKg > 0 &&
      (leftKgByMaterial.get(row.id) ?? 0) < row.minimumKg
        ? [{ material: row, leftKg: leftKgByMaterial.get(row.id) ?? 0, minimumKg: row.minimumKg }]
        : [],
    )
    .sort((a, b) => a.leftKg / a.minimumKg - b.leftKg / b.minimumKg)
}
