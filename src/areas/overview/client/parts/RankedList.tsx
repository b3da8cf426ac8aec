import { useTranslation } from 'react-i18next'
import { BulletList } from '@/client/ui/drawings/BulletList'
import { VerdictBadge, targetVerdictTones } from '../shared/VerdictBadge'
import { type ComparedMetric, ChangeText, useMetricDescription } from './ComparedMetricTile'

export type RankedRow = ComparedMetric & {
  readonly key: string
  readonly label: string
  readonly rank: number | null
}
/** Rank of rows without a rank, which follow all ranked rows. */
const LAST_RANK = 999
/** Rows by one metric, best rank first, each with a bullet bar against the due amount and the target. */
export function RankedList({
  title,
  rows,
  isUnfinished = false,
}: {
  title: string
  rows: readonly RankedRow[]
  isUnfinished?: boolean
}) {
  const { t } = useTranslation('overview')
  const describeMetric = useMetricDescription()
  const [firstRow] = rows
  if (!firstRow) return null
  const { unit, decimals } = describeMetric(firstRow.figure)
  const rankedRows = [...rows].sort((a, b) => (a.rank ?? LAST_RANK) - (b.rank ?? LAST_RANK))
  return (
    <BulletList
      label={title}
      unit={unit}
      decimals={decimals}
      rows={rankedRows.map((row) => ({
        key: row.key,
        label: row.rank === null ? row.label : `${row.rank}. ${row.label}`,
        name: row.label,
        value: row.value,
        due: row.due,
        target: row.target,
        tone: row.verdict ? targetVerdictTones[row.verdict] : 'active',
        isUnfinished: isUnfinished || row.due !== row.target,
        badge: row.verdict ? (
          <VerdictBadge verdict={row.verdict} isUnfinished={isUnfinished || row.due !== row.target} />
        ) : (
          row.target === null && <small className="quiet">{t('pages.noTarget')}</small>
        ),
        note: <ChangeText metricName={row.figure} label={t('pages.before')} percent={row.changePercent} />,
      }))}
    />
  )
}
