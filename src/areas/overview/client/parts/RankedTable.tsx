import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useUnit } from '@/client/format/use-language'
import { Quantity } from '@/client/ui/Quantity'
import { StateBadge } from '@/client/ui/StateBadge'
import { targetVerdictTones } from '../tones'
import { type ComparedMetric, ChangeText, useMetricDescription } from './ComparedMetricTile'

export type RankedRow = ComparedMetric & {
  readonly key: string
  readonly label: ReactNode
  readonly rank: number | null
}
/** Sorts rows without a rank behind all ranked rows. */
const LAST_RANK = 999
/** Table of rows by one metric, best rank first, with values and targets. */
export function RankedTable({ title, head, rows }: { title: string; head: string; rows: readonly RankedRow[] }) {
  const { t } = useTranslation('overview')
  const describeMetric = useMetricDescription()
  const formatUnit = useUnit()
  const [firstRow] = rows
  if (!firstRow) return null
  const metric = describeMetric(firstRow.figure)
  const rankedRows = [...rows].sort((a, b) => (a.rank ?? LAST_RANK) - (b.rank ?? LAST_RANK))
  const renderNumber = (value: number | null) => <Quantity value={value} decimals={metric.decimals} showsAllDigits />
  // Scrollable regions must be focusable by keyboard.
  const scrollProps = { 'aria-label': title, tabIndex: 0 }
  return (
    <section className="overview-table" {...scrollProps}>
      <table>
        <thead>
          <tr>
            <th scope="col">{head}</th>
            <th scope="col">{t('pages.rank')}</th>
            <th scope="col">
              {metric.name}
              {metric.unit && ` (${formatUnit(metric.unit)})`}
            </th>
            <th scope="col">{t('pages.target')}</th>
            <th scope="col">{t('pages.verdict')}</th>
            <th scope="col">{t('pages.before')}</th>
          </tr>
        </thead>
        <tbody>
          {rankedRows.map((row) => (
            <tr key={row.key}>
              <th scope="row">{row.label}</th>
              <td>{row.rank ?? '–'}</td>
              <td>{renderNumber(row.value)}</td>
              <td>{renderNumber(row.target)}</td>
              <td>
                {row.verdict ? (
                  <StateBadge tone={targetVerdictTones[row.verdict]}>{t(`verdicts.${row.verdict}`)}</StateBadge>
                ) : (
                  t('pages.noTarget')
                )}
              </td>
              <td className="overview-tile-change">
                <ChangeText metricName={row.figure} label="" percent={row.changePercent} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
