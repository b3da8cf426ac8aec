import type { Row } from '@/contract/resource'
import { useList } from '@/client/api/use-list'
import { getUnreadQuery, type QueryState } from '@/client/resource/NotLoadedView'
import { hopper } from '@/areas/equipment/contract/hopper'
import { parseLabel } from '@/plant/rules/label'
import type { MaterialKind } from '../../rules/feed'
import { lastValues, type FeedLine } from './judge'

export type Hopper = Row<typeof hopper>
/** Returns all hoppers of the plant in use, sorted by code; available without a network. */
export function useHoppers(): { all: readonly Hopper[]; isLoading: boolean; unread: QueryState | null } {
  const list = useList(hopper, { active: true, size: 500 })
  return { all: list.rows, isLoading: list.isLoading, unread: getUnreadQuery(list) }
}
/** Finds the hopper of a scanned text: its label or its plain code. */
export const hopperOf = (all: readonly Hopper[], text: string): Hopper | null => {
  const scan = parseLabel(text)
  return scan.kind === 'hopper' || scan.kind === 'unknown' ? (all.find(({ code }) => code === scan.code) ?? null) : null
}
/** Returns the hopper to preselect for a material: the last one at the line, else the only fitting one, else null. */
export function usualHopper(
  ofLine: readonly Hopper[],
  lines: readonly FeedLine[],
  fed: { readonly id: string; readonly kind: MaterialKind } | null,
): string | null {
  const fitting = ofLine.filter(({ takes }) => !takes || !fed || takes === fed.kind)
  const known = new Set(fitting.map(({ id }) => id))
  const last = fed
    ? lastValues(
        lines.filter((line) => line.materialId === fed.id),
        fed.id,
        'hopperId',
      ).find((id) => id !== null && known.has(id))
    : undefined
  return last ?? (fitting.length === 1 ? fitting[0]!.id : null)
}
