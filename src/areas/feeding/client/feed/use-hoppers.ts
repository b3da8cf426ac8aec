import type { Row } from '@/contract/resource'
import { useList } from '@/client/api/use-list'
import { getUnreadQuery, type QueryState } from '@/client/resource/NotLoadedView'
import { hopper } from '@/areas/equipment/contract/hopper'
import { parseLabel } from '@/plant/rules/label'
import type { MaterialKind } from '../../rules/feed'
import { getLastValues, type FeedLine } from './check-feed-locally'

export type Hopper = Row<typeof hopper>
/** Returns all hoppers of the plant in use, sorted by code; available without a network. */
export function useHoppers(): { hoppers: readonly Hopper[]; isLoading: boolean; loadError: QueryState | null } {
  const list = useList(hopper, { active: true, size: 500 })
  return { hoppers: list.rows, isLoading: list.isLoading, loadError: getUnreadQuery(list) }
}
/** Finds the hopper of a scanned text: its label or its plain code. */
export const findHopperByLabel = (all: readonly Hopper[], text: string): Hopper | null => {
  const scan = parseLabel(text)
  return scan.kind === 'hopper' || scan.kind === 'unknown' ? (all.find(({ code }) => code === scan.code) ?? null) : null
}
/** Returns the hopper to preselect for a material: the last one at the line, else the only fitting one, else null. */
export function suggestHopperId(
  lineHoppers: readonly Hopper[],
  lines: readonly FeedLine[],
  fedMaterial: { readonly id: string; readonly kind: MaterialKind } | null,
): string | null {
  const fittingHoppers = lineHoppers.filter(({ takes }) => !takes || !fedMaterial || takes === fedMaterial.kind)
  const fittingIds = new Set(fittingHoppers.map(({ id }) => id))
  const lastHopperId = fedMaterial
    ? getLastValues(
        lines.filter((line) => line.materialId === fedMaterial.id),
        fedMaterial.id,
        'hopperId',
      ).find((id) => id !== null && fittingIds.has(id))
    : undefined
  return lastHopperId ?? (fittingHoppers.length === 1 ? fittingHoppers[0]!.id : null)
}
