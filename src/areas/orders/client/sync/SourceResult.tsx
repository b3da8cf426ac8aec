import { useTranslation } from 'react-i18next'
import type { ListRow } from '@/client/resource/build-columns'
import { State } from '@/client/ui/State'

/** How the last run of a source went: in its own words, and whether it has been failing. */
export function SourceResult({ row }: { row: ListRow }) {
  const { t } = useTranslation('orders')
  const failures = Number(row['failures'] ?? 0)
  if (!row['lastRunAt']) return <State tone="idle">{t('pages.sync.neverRun')}</State>
  return (
    <State tone={failures > 0 ? 'bad' : 'ok'}>
      {failures > 1 ? `${t('pages.sync.failures', { count: failures })} · ` : ''}
      {String(row['lastResult'] ?? '')}
    </State>
  )
}
