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
/** The calls of an area, loaded when first asked for. */
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
  /** Ids of the chosen rows. Undefined where this person can do nothing with several: no boxes then. */
  selected: ReadonlySet<string> | undefined
  select: (ids: ReadonlySet<string>) => void
  /** The chosen rows that are shown. */
  rows: AnyRow[]
  /** What can be done with at least one of them. */
  actions: BulkAction[]
  /** What is being done, with the rows as they were chosen: rows that it takes away are still told of. */
  doing: { action: BulkAction; rows: AnyRow[] } | null
  begin: (action: BulkAction) => void
  end: () => void
}
const nobody: ReadonlySet<string> = new Set()
/** The choice of several rows of a list, and what this person may do with them. */
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
