import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { formatAge } from '@/client/format/time'
import { toLanguage } from '@/client/format/use-language'
import { usePageLink } from '@/client/shell/use-page-link'
import { StateBadge } from '@/client/ui/StateBadge'
import { useNow } from '@/client/use-now'
import type { MachineSituation } from '../../contract/glance-endpoints'

/** Open repairs; those that stop a line first. */
export function OpenRepairList({
  situation,
  maxRows,
  title,
}: {
  situation: MachineSituation
  maxRows: number
  title: string
}) {
  const { t, i18n } = useTranslation(['overview', 'maintenance'])
  const getPageLink = usePageLink()
  const now = useNow()
  if (situation.repairs.length === 0) return <p className="quiet">{t('machines.noRepairs')}</p>
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <ul className="overview-late">
        {situation.repairs.slice(0, maxRows).map((row) => {
          const to = getPageLink('repair', { id: row.repairId })
          return (
            <li key={row.repairId}>
              <span>
                {to ? <Link to={to}>{row.number}</Link> : row.number} · {row.machine}{' '}
                {row.lineStopped && <StateBadge tone="bad">{t('machines.stopsLine')}</StateBadge>}
              </span>
              <span className="quiet">
                {t(`maintenance:repair.options.state.${row.state}`)} ·{' '}
                {formatAge(row.since, now, toLanguage(i18n.language))}
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
