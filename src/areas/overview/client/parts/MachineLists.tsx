import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { formatAge } from '@/client/format/time'
import { toLanguage } from '@/client/format/use-language'
import { usePageLink } from '@/client/shell/use-page-link'
import { BarList } from '@/client/ui/drawings/BarList'
import { StateBadge } from '@/client/ui/StateBadge'
import { useNow } from '@/client/clock'
import type { MachineSituation } from '../../contract/glance-endpoints'

/** Open repairs; repairs that stop a line come first. */
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

/** Open repairs by age; the part that stops a line is darker. */
export function RepairAgeBars({ situation }: { situation: MachineSituation }) {
  const { t } = useTranslation('overview')
  if (situation.repairsOpen === 0) return <p className="quiet">{t('machines.noRepairs')}</p>
  return (
    <BarList
      label={t('machines.ages')}
      rows={situation.repairAges.map(({ fromDays, toDays, repairs, stopping }) => ({
        key: String(fromDays),
        label: t(toDays === null ? 'machines.olderThan' : 'machines.age', { from: fromDays, to: toDays }),
        value: repairs,
        badValue: stopping,
        text: String(repairs),
        ...(stopping > 0 ? { note: t('machines.stopping', { count: stopping }) } : {}),
        tone: toDays === null ? 'warn' : 'active',
      }))}
    />
  )
}

const SITUATION_COUNT_NAMES = [
  'machines',
  'faulty',
  'repairsOpen',
  'repairsStopping',
  'upkeepDue',
  'upkeepOverdue',
] as const
const ALARMING_COUNTS: readonly string[] = ['faulty', 'repairsStopping', 'upkeepOverdue']
/** Number of machines, of open repairs and of due maintenance. */
export function MachineCountList({ situation }: { situation: MachineSituation }) {
  const { t } = useTranslation('overview')
  return (
    <dl className="overview-counts">
      {SITUATION_COUNT_NAMES.map((name) => (
        <div key={name}>
          <dt>{t(`answers.${name}`)}</dt>
          <dd className={situation[name] > 0 && ALARMING_COUNTS.includes(name) ? 'is-some' : ''}>{situation[name]}</dd>
        </div>
      ))}
    </dl>
  )
}
