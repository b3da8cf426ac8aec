import { useTranslation } from 'react-i18next'
import { formatDuration } from '@/client/format/time'
import { useLanguage } from '@/client/format/use-language'
import { WarnIcon } from '@/client/ui/icons'
import { delayOf } from './time-scale'
import type { PlanEntry } from './use-placing'

/** Orders that will be late and by how much, the worst first: a bar of a month is too narrow to tell. */
export function LateOrders({ entries, onOpen }: { entries: readonly PlanEntry[]; onOpen: (entry: PlanEntry) => void }) {
  const { t } = useTranslation('orders')
  const language = useLanguage()
  const late = entries
    .flatMap((entry) => {
      const delay = delayOf(entry)
      return delay === null ? [] : [{ entry, delay }]
    })
    .sort((a, b) => b.delay - a.delay)
  if (late.length === 0) return null
  return (
    <ul className="plan-late" aria-label={t('pages.today.late')}>
      {late.map(({ entry, delay }) => (
        <li key={entry.workOrderId}>
          <button type="button" onClick={() => onOpen(entry)}>
            <WarnIcon size={16} />
            <b>{entry.number}</b> {t('pages.schedule.lateBy', { time: formatDuration(delay, language) })}
          </button>
        </li>
      ))}
    </ul>
  )
}
