import { useEffect, useMemo, useState } from 'react'
import { getAreaEndpoints } from '@/contract/area'
import { canCall, type Endpoint } from '@/contract/endpoint'
import type { Resource } from '@/contract/resource'
import { getAreas } from '../../area-registry'
import { useDoer } from '../../session/use-session'
import { recordTrouble } from '../../ui/trouble'
import type { ListRow } from '../build-columns'
import { getExclusionReason, getBulkActions, type BulkAction } from './bulk-actions'

const endpointCache = new Map<string, readonly Endpoint[]>()
/** Returns the endpoints of an area, loaded on first use. */
function useAreaEndpoints(area: string, wanted: boolean): readonly Endpoint[] {
  const [endpoints, setEndpoints] = useState(() => endpointCache.get(area) ?? [])
  useEffect(() => {
    const load = getAreas().find((one) => one.name === area)?.contract
    if (!wanted || !load || endpointCache.has(area)) return
    load().then(
      (contract) => {
        endpointCache.set(area, getAreaEndpoints(contract))
        setEndpoints(getAreaEndpoints(contract))
      },
      (error: unknown) => recordTrouble(`calls of ${area} not loaded`, error),
    )
  }, [area, wanted])
  return endpoints
}

export interface BulkSelection {
  /** Ids of the selected rows. Undefined if this person has no bulk actions: then there are no checkboxes. */
  selected: ReadonlySet<string> | undefined
  select: (ids: ReadonlySet<string>) => void
  /** The selected rows that are displayed. */
  rows: ListRow[]
  /** Actions available for at least one of them. */
  actions: BulkAction[]
  /** The running action with the rows as selected: rows that it deletes are still reported. */
  current: { action: BulkAction; rows: ListRow[] } | null
  begin: (action: BulkAction) => void
  end: () => void
}
const NO_IDS: ReadonlySet<string> = new Set()
/** Manages the selection of several rows of a list and the actions this person may take on them. */
export function useBulk(of: Resource, shown: readonly ListRow[], wanted: boolean): BulkSelection {
  const doer = useDoer()
  const endpoints = useAreaEndpoints(of.area, wanted)
  const [selected, select] = useState(NO_IDS)
  const [current, setCurrent] = useState<BulkSelection['current']>(null)
  const allowedActions = useMemo(
    () => getBulkActions(of, endpoints).filter(({ endpoint }) => canCall(endpoint.access, doer)),
    [of, endpoints, doer],
  )
  const rows = shown.filter((row) => selected.has(row.id))
  return {
    selected: wanted && allowedActions.length > 0 ? selected : undefined,
    select,
    rows,
    actions: allowedActions.filter((action) => rows.some((row) => getExclusionReason(action, row, doer) === null)),
    current,
    begin: (action) => setCurrent({ action, rows }),
    end: () => setCurrent(null),
  }
}
