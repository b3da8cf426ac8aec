import { useEffect, useMemo, useState } from 'react'
import { getAreaEndpoints } from '@/contract/area'
import { canCall, type Endpoint } from '@/contract/endpoint'
import type { Resource } from '@/contract/resource'
import { getAreas } from '../../area-registry'
import { useActor } from '../../session/use-session'
import { recordTrouble } from '../../ui/trouble'
import type { ListRow } from '../build-columns'
import { getExclusionReason, getBulkActions, type BulkAction } from './bulk-actions'

const endpointCache = new Map<string, readonly Endpoint[]>()
/** Returns the endpoints of an area, loaded on first use. */
function useAreaEndpoints(area: string, enabled: boolean): readonly Endpoint[] {
  const [endpoints, setEndpoints] = useState(() => endpointCache.get(area) ?? [])
  useEffect(() => {
    const loadContract = getAreas().find((candidate) => candidate.name === area)?.contract
    if (!enabled || !loadContract || endpointCache.has(area)) return
    loadContract().then(
      (contract) => {
        endpointCache.set(area, getAreaEndpoints(contract))
        setEndpoints(getAreaEndpoints(contract))
      },
      (error: unknown) => recordTrouble(`endpoints of ${area} not loaded`, error),
    )
  }, [area, enabled])
  return endpoints
}

export interface BulkSelection {
  /** Ids of the selected rows. Undefined if this person has no bulk actions: then there are no checkboxes. */
  selectedIds: ReadonlySet<string> | undefined
  select: (ids: ReadonlySet<string>) => void
  /** The selected rows that are displayed. */
  rows: ListRow[]
  /** Actions available for at least one of the selected rows. */
  actions: BulkAction[]
  /** The running action, and the rows that were selected when it began: deleted rows are reported too. */
  runningAction: { action: BulkAction; rows: ListRow[] } | null
  begin: (action: BulkAction) => void
  end: () => void
}
const NO_IDS: ReadonlySet<string> = new Set()
/** Manages the selection of several rows of a list and the actions this person may take on them. */
export function useBulk(resource: Resource, displayedRows: readonly ListRow[], enabled: boolean): BulkSelection {
  const person = useActor()
  const endpoints = useAreaEndpoints(resource.area, enabled)
  const [selectedIds, select] = useState(NO_IDS)
  const [runningAction, setRunningAction] = useState<BulkSelection['runningAction']>(null)
  const allowedActions = useMemo(
    () => getBulkActions(resource, endpoints).filter(({ endpoint }) => canCall(endpoint.access, person)),
    [resource, endpoints, person],
  )
  const rows = displayedRows.filter((row) => selectedIds.has(row.id))
  return {
    selectedIds: enabled && allowedActions.length > 0 ? selectedIds : undefined,
    select,
    rows,
    actions: allowedActions.filter((action) => rows.some((row) => getExclusionReason(action, row, person) === null)),
    runningAction,
    begin: (action) => setRunningAction({ action, rows }),
    end: () => setRunningAction(null),
  }
}
