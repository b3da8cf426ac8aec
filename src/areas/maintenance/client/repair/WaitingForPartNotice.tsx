import { useTranslation } from 'react-i18next'
import { useNames } from '@/client/fields/options'
import { formatMoment } from '@/client/format/time'
import { usePlantZone } from '@/client/session/plant-zone'
import { isPartOverdue, getCurrentWait } from '@/areas/maintenance/rules/repair'
import { useToday } from '@/plant/client/use-today'
import type { Repair } from './repair-time'

/** Part a repair waits for, with its expected day and whether it is overdue. Renders nothing if nothing is awaited. */
export function WaitingForPartNotice({ row, refs }: { row: Repair; refs: Readonly<Record<string, string>> }) {
  const { t } = useTranslation('maintenance')
  const zone = usePlantZone()
  const today = useToday()
  const wait = getCurrentWait(row)
  const names = useNames('sparePart', wait?.partId ? [wait.partId] : [], refs)
  if (!wait) return null
  const isOverdue = isPartOverdue(row, today)
  const part = [wait.partId && (names[wait.partId] ?? '…'), wait.part].filter(Boolean).join(' · ')
  return (
    <p className={`ui-card ${isOverdue ? 'is-bad' : 'is-warned'}`}>
      <b>{t('pages.repair.waitsFor', { part })}</b>{' '}
      {t(isOverdue ? 'pages.repair.partOverdue' : 'pages.repair.expected', { day: wait.expectedOn })}
      {' · '}
      {t('pages.repair.since', { time: formatMoment(wait.since, zone) })}
    </p>
  )
}
