import type { Row } from '@/contract/resource'
import type { material, materialLot } from '../../contract/material'
import { needsLot } from '../../rules/feed'

export interface Short {
  readonly material: Row<typeof material>
  readonly leftKg: number
  readonly minimumKg: number
}
/** Returns materials tracked by lot whose unexpired stock is below the minimum, the lowest ratio first. */
export function shortMaterials(
  materials: readonly Row<typeof material>[],
  lots: readonly Row<typeof materialLot>[],
  today: string,
): Short[] {
  const left = new Map<string, number>()
  for (const lot of lots)
    if (lot.expiresOn === null || lot.expiresOn > today)
      left.set(lot.materialId, (left.get(lot.materialId) ?? 0) + Math.max(0, lot.leftKg))
  return materials
    .flatMap((row) =>
      needsLot(row.kind) && row.minimumKg !== null && row.minimumKg > 0 && (left.get(row.id) ?? 0) < row.minimumKg
        ? [{ material: row, leftKg: left.get(row.id) ?? 0, minimumKg: row.minimumKg }]
        : [],
    )
    .sort((a, b) => a.leftKg / a.minimumKg - b.leftKg / b.minimumKg)
}
