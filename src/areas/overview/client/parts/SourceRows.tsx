import { useMemo } from 'react'
import { useNavigate } from 'react-router-dom'
import { NO_REFERENCE, type Resource } from '@/contract/resource'
import { useList } from '@/client/api/use-list'
import { useListState } from '@/client/resource/list-state'
import { ResourceList } from '@/client/resource/ResourceList'
import { buildRowAddress } from '@/client/shell/row-address'
import { feed } from '@/areas/feeding/contract/feed'
import { jumboRoll } from '@/areas/rolls/contract/jumbo-roll'
import { slitRoll } from '@/areas/rolls/contract/slitting'
import { woundJumboStates } from '@/areas/rolls/rules/jumbo-roll'
import { slitterOutputFilter } from '@/areas/rolls/rules/slit-roll'
import { lineStop } from '@/plant/contract/line-stop'

interface Source {
  readonly of: Resource
  /** Name of the field that holds the line of a row. */
  readonly line: string
  readonly columns: readonly string[]
  /** Filters that select the rows that count. */
  readonly only?: Readonly<Record<string, string>>
}
export const sourceNames = ['jumboRoll', 'slitRoll', 'lineStop', 'feed'] as const
export type SourceName = (typeof sourceNames)[number]
/** Resources whose rows the metrics sum up, each by its business date. */
export const sources: Readonly<Record<SourceName, Source>> = {
  jumboRoll: {
    of: jumboRoll,
    line: 'lineId',
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
    only: { state: woundJumboStates.join(',') },
  },
  slitRoll: {
    of: slitRoll,
    line: 'slitterId',
    columns: ['number', 'slitterId', 'kg', 'widthMm', 'lengthM', 'grade', 'state', 'workOrderId', 'shift', 'doffedAt'],
    only: { state: slitterOutputFilter.state.join(','), reworkedFromId: NO_REFERENCE },
  },
  lineStop: {
    of: lineStop,
    line: 'lineId',
    columns: ['lineId', 'startedAt', 'endedAt', 'minutes', 'reasonId', 'state', 'shift', 'note'],
  },
  feed: {
    of: feed,
    line: 'lineId',
    columns: ['fedAt', 'lineId', 'kind', 'materialId', 'lotId', 'kg', 'shift', 'userId'],
  },
}
const PLACE = ['team'] as const
export interface SourceAsked {
  source: SourceName
  from: string
  to: string
  lineId: string
  team: string
}
/**
 * Lists the rows of one resource behind the metrics of a range of days, a line and a team; each row opens on its page.
 */
export function SourceRows({ source, from, to, lineId, team }: SourceAsked) {
  const { of, line, columns, only } = sources[source]
  const fixed = useMemo(
    () => ({
      ...only,
      businessDateFrom: from,
      businessDateTo: to,
      ...(lineId ? { [line]: lineId } : {}),
      ...(team ? { team } : {}),
    }),
    [only, from, to, line, lineId, team],
  )
  const state = useListState(of, fixed)
  const list = useList(of as Resource & { endpoints: never }, state.query)
  const navigate = useNavigate()
  return (
    <ResourceList
      of={of}
      list={list}
      state={state}
      columns={columns}
      addable={false}
      place={PLACE}
      onOpen={({ id }) => {
        const to = buildRowAddress(of.name, { id })
        if (to) void navigate(to)
      }}
    />
  )
}
