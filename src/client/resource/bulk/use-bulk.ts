import { useEffect, useMemo, useState } from 'react'
import { endpointsOfArea } from '@/contract/area'
import { mayCall, type Endpoint } from '@/contract/endpoint'
import type { Resource } from '@/contract/resource'
import { areas } from '../../areas'
import { useDoer } from '../../session/use-session'
import { recordTrouble } from '../../ui/trouble'
import type { AnyRow } from '../columns'
import { asideOf, bulkActionsOf, type BulkAction } from './bulk-actions'

const known = new Map<string, readonly Endpoint[]>()
/** Returns the endpoints of an area, loaded on first use. */
function useCalls(area: string, wanted: boolean): readonly Endpoint[] {
  const [calls, setCalls] = useState(() => known.get(area) ?? [])
  useEffect(() => {
    const load = areas().find((one) => one.name === area)?.contract
    if (!wanted || !load || known.has(area)) return
    load().then(
      (contract) => {
        known.set(area, endpointsOfArea(contract))
        setCalls(endpointsOfArea(contract))
      },
      (error: unknown) => recordTrouble(`calls of ${area} not loaded`, error),
    )
  }, [area, wanted])
  return calls
}

export interface Bulk {
  /** Ids of the selected rows. Undefined if this person has no bulk actions: then there are no checkboxes. */
  selected: ReadonlySet<string> | undefined
  select: (ids: ReadonlySet<string>) => void
  /** The selected rows that are displayed. */
  rows: AnyRow[]
  /** Actions available for at least one of them. */
  actions: BulkAction[]
  /** The running action with the rows as selected: rows that it deletes are still reported. */
  doing: { action: BulkAction; rows: AnyRow[] } | null
  begin: (action: BulkAction) => void
  end: () => void
}
const nobody: ReadonlySet<string> = new Set()
/** Manages the selection of several rows of a list and the actions this person may take on them. */
export function useBulk(of: Resource, shown: readonly AnyRow[], wanted: boolean): Bulk {
  const doer = useDoer()
  const calls = useCalls(of.area, wanted)
  const [selected, select] = useState(nobody)
  const [doing, setDoing] = useState<Bulk['doing']>(null)
  const mine = useMemo(
    () => bulkActionsOf(of, calls).filter(({ endpoint }) => mayCall(endpoint.access, doer)),
    [of, calls, doer],
  )
  const rows = shown.filter((row) => selected.has(row.id))
  return {
    selected: wanted && mine.length > 0 ? selected : undefined,
    select,
    rows,
    actions: mine.filter((action) => rows.some((row) => asideOf(action, row, doer) === null)),
    doing,
    begin: (action) => setDoing({ action, rows }),
    end: () => setDoing(null),
  }
}
