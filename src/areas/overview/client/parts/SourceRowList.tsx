import { useMemo } from 'react'
import { useNavigate } from 'react-router-dom'
import { NO_REFERENCE, type Resource } from '@/contract/resource'
import { useList } from '@/client/api/use-list'
import { useListState } from '@/client/resource/list-state'
import { ResourceList } from '@/client/resource/ResourceList'
import { buildRowAddress } from '@/client/shell/row-address'
import { feed } from '@/areas/feeding/contract/feed'
import { jumboRoll } from '@/areas/rolls/contract/jumbo-roll'
import { slitRoll } from '@/areas/slitting/contract/slitting'
import { doffedJumboStates } from '@/areas/rolls/rules/jumbo-roll'
import { slitterOutputFilter } from '@/areas/slitting/rules/slit-roll'
import { lineStop } from '@/plant/contract/line-stop'

interface MetricSource {
  readonly resource: Resource
  /** Name of the field that holds the line of a row. */
  readonly lineField: string
  readonly columns: readonly string[]
  /** Filters that exclude rows which the metrics do not include. */
  readonly fixedFilters?: Readonly<Record<string, string>>
}
export const metricSourceNames = ['jumboRoll', 'slitRoll', 'lineStop', 'feed'] as const
export type MetricSourceName = (typeof metricSourceNames)[number]
/** Resources whose rows the metrics sum up. All these resources have a business date. */
export const metricSources: Readonly<Record<MetricSourceName, MetricSource>> = {
  jumboRoll: {
    resource: jumboRoll,
    lineField: 'lineId',
    columns: [
      'number',
      'lineId',
      'netKg',
      'expectedKg',
      'lengthM',
      'grade',
      'state',
      'workOrderId',
      'shift',
      'doffedAt',
    ],
    fixedFilters: { state: doffedJumboStates.join(',') },
  },
  slitRoll: {
    resource: slitRoll,
    lineField: 'slitterId',
    columns: ['number', 'slitterId', 'kg', 'widthMm', 'lengthM', 'grade', 'state', 'workOrderId', 'shift', 'doffedAt'],
    fixedFilters: { state: slitterOutputFilter.state.join(','), reworkedFromId: NO_REFERENCE },
  },
  lineStop: {
    resource: lineStop,
    lineField: 'lineId',
    columns: ['lineId', 'startedAt', 'endedAt', 'minutes', 'reasonId', 'state', 'shift', 'note'],
  },
  feed: {
    resource: feed,
    lineField: 'lineId',
    columns: ['fedAt', 'lineId', 'kind', 'materialId', 'lotId', 'kg', 'shift', 'userId'],
  },
}
/** The page selects the team, so the person cannot clear this filter in the list. */
const LOCKED_FILTERS = ['team'] as const
export interface SourceRowListProps {
  source: MetricSourceName
  from: string
  to: string
  lineId: string
  team: string
}
/** Lists the source rows of the metrics of a range of days, a line and a team. A selected row opens on its own page. */
export function SourceRowList({ source, from, to, lineId, team }: SourceRowListProps) {
  const { resource, lineField, columns, fixedFilters } = metricSources[source]
  const fixedQuery = useMemo(
    () => ({
      ...fixedFilters,
      businessDateFrom: from,
      businessDateTo: to,
      ...(lineId ? { [lineField]: lineId } : {}),
      ...(team ? { team } : {}),
    }),
    [fixedFilters, from, to, lineField, lineId, team],
  )
  const state = useListState(resource, fixedQuery)
  const list = useList(resource as Resource & { endpoints: never }, state.query)
  const navigate = useNavigate()
  return (
    <ResourceList
      resource={resource}
      list={list}
      state={state}
      columns={columns}
      canAdd={false}
      lockedFilters={LOCKED_FILTERS}
      onOpen={({ id }) => {
        const rowAddress = buildRowAddress(resource.name, { id })
        if (rowAddress) void navigate(rowAddress)
      }}
    />
  )
}
