import { useTranslation } from 'react-i18next'
import type { ListResult } from '@/client/api/use-list'
import { useNames } from '@/client/fields/options'
import { NotLoadedView } from '@/client/resource/NotLoadedView'
import { useNow } from '@/client/clock'
import { EmptyState } from '@/client/ui/EmptyState'
import { SkeletonList } from '@/client/ui/Skeleton'
import { StopCard, compareStopsByUrgency, type LineStopRecord } from './StopCard'

/** Ongoing stops, then ended stops without a reason, each group with its own heading. */
export function OpenStopList({
  list,
  openId,
  onOpen,
}: {
  list: ListResult<LineStopRecord>
  openId: string | null
  onOpen: (row: LineStopRecord) => void
}) {
  const { t } = useTranslation(['reports', 'plant', 'client'])
  const now = useNow()
  const rows = list.rows.filter((row) => row.state !== 'explained').sort(compareStopsByUrgency)
  const lineNames = useNames(
    'line',
    rows.map((row) => row.lineId),
    list.refs,
  )
  const reasonNames = useNames(
    'stopReason',
    rows.flatMap((row) => row.reasonId ?? []),
    list.refs,
  )
  if (rows.length === 0 && list.isLoading) return <SkeletonList />
  if (rows.length === 0 && list.error) return <NotLoadedView query={list} />
  if (rows.length === 0)
    return <EmptyState title={t('pages.stops.nothingOpen')} advice={t('pages.stops.nothingOpenNext')} />
  return (
    <div className="stops-scroll">
      {(['standing', 'toExplain'] as const).map((state) => {
        const stateRows = rows.filter((row) => row.state === state)
        return (
          stateRows.length > 0 && (
            <section key={state} className="stop-group" aria-label={t(`plant:lineStop.options.state.${state}`)}>
              <h2>
                {t(`plant:lineStop.options.state.${state}`)} <b>{stateRows.length}</b>
              </h2>
              <ul className="stop-cards">
                {stateRows.map((row) => (
                  <li key={row.id}>
                    <StopCard
                      row={row}
                      lineName={lineNames[row.lineId]}
                      reasonName={row.reasonId ? reasonNames[row.reasonId] : undefined}
                      now={now}
                      isSelected={row.id === openId}
                      onOpen={() => onOpen(row)}
                    />
                  </li>
                ))}
              </ul>
            </section>
          )
        )
      })}
      {list.hasMore && (
        <button type="button" className="ui-button is-block" onClick={list.loadMore}>
          {t('pages.stops.more')}
        </button>
      )}
    </div>
  )
}
