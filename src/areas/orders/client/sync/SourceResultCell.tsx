import { useTranslation } from 'react-i18next'
import type { ListRow } from '@/client/resource/build-columns'
import { StateBadge } from '@/client/ui/StateBadge'

/** Result of a source's last run, with the number of consecutive failures. */
export function SourceResultCell({ row }: { row: ListRow }) {
  const { t } = useTranslation('orders')
  const failures = Number(row['failures'] ?? 0)
  if (!row['lastRunAt']) return <StateBadge tone="idle">{t('pages.sync.neverRun')}</StateBadge>
  return (
    <StateBadge tone={failures > 0 ? 'bad' : 'ok'}>
      {failures > 1 ? `${t('pages.sync.failures', { count: failures })} · ` : ''}
      {String(row['lastResult'] ?? '')}
    </StateBadge>
  )
}
