import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { EndpointInput } from '@/contract/endpoint'
import { usePages } from '@/client/api/use-pages'
import { useNow } from '@/client/clock'
import { formatDuration } from '@/client/format/time'
import { useLanguage } from '@/client/format/use-language'
import { usePageLink } from '@/client/shell/use-page-link'
import { WarnIcon } from '@/client/ui/icons'
import { progressList } from '@/areas/orders/contract/progress'
import { openOrderStates } from '@/areas/orders/rules/work-order'
import { getEntryDelay } from './time-scale'
import type { PlanEntry } from './use-order-placement'

/** Late orders with their delays, worst first. Bars of the month view are too narrow to show the delays. */
export function LateOrderList({
  entries,
  onOpen,
}: {
  entries: readonly PlanEntry[]
  onOpen: (entry: PlanEntry) => void
}) {
  const { t } = useTranslation(['scheduling', 'orders'])
  const language = useLanguage()
  const now = useNow()
  const lateEntries = entries
    .flatMap((entry) => {
      const delayMs = getEntryDelay(entry, now)
      return delayMs === null ? [] : [{ entry, delay: delayMs }]
    })
    .sort((a, b) => b.delay - a.delay)
  const progressLink = usePageLink()('progressMonitoring', { view: 'late' })
  if (lateEntries.length === 0 && !progressLink) return null
  return (
    <ul className="plan-late strip" aria-label={t('orders:pages.today.late')}>
      {lateEntries.map(({ entry, delay }) => (
        <li key={entry.workOrderId}>
          <button type="button" onClick={() => onOpen(entry)}>
            <WarnIcon size={16} />
            <b>{entry.number}</b> {t('orders:pages.progress.lateBy', { time: formatDuration(delay, language) })}
          </button>
        </li>
      ))}
      {progressLink && (
        <LateElsewhereRow lateIds={lateEntries.map(({ entry }) => entry.workOrderId)} to={progressLink} />
      )}
    </ul>
  )
}
const LATE_QUERY = { state: openOrderStates.join(','), late: true, size: 500 } as const
/** Link to late orders outside the displayed period or without a place. */
function LateElsewhereRow({ lateIds, to }: { lateIds: readonly string[]; to: string }) {
  const { t } = useTranslation('scheduling')
  const { rows, total, hasMore, error, loadMore } = usePages(
    progressList,
    LATE_QUERY as EndpointInput<typeof progressList>,
    {
      resources: ['workOrder', 'scheduleEntry'],
      refreshIntervalMs: 60_000,
    },
  )
  // Loads all pages, because a late order on a further page may also be in the displayed period.
  useEffect(() => {
    if (hasMore && !error) loadMore()
  })
  const elsewhereCount = hasMore ? 0 : total - rows.filter(({ id }) => lateIds.includes(id)).length
  return (
    elsewhereCount > 0 && (
      <li>
        <Link to={to}>
          <WarnIcon size={16} />
          {t('pages.schedule.lateElsewhere', { count: elsewhereCount })}
        </Link>
      </li>
    )
  )
}
