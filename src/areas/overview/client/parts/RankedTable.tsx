import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useUnit } from '@/client/format/use-unit'
import { Quantity } from '@/client/ui/Quantity'
import { StateBadge } from '@/client/ui/StateBadge'
import { verdictTones } from '../tones'
import type { ShownFigure } from './FigureTile'
import { Change } from './FigureTile'
import { useFigureWord } from './use-figure-word'

export type RankedRow = ShownFigure & { readonly key: string; readonly label: ReactNode; readonly rank: number | null }
/** Rows of one metric with ranks, the best first, and their targets. */
export function RankedTable({ title, head, rows }: { title: string; head: string; rows: readonly RankedRow[] }) {
  const { t } = useTranslation('overview')
  const wordOf = useFigureWord()
  const unitOf = useUnit()
  const [first] = rows
  if (!first) return null
  const word = wordOf(first.figure)
  const ordered = [...rows].sort((a, b) => (a.rank ?? 999) - (b.rank ?? 999))
  const number = (value: number | null) => <Quantity value={value} decimals={word.decimals} whole />
  // Scrollable regions must be focusable by keyboard.
  const reached = { 'aria-label': title, tabIndex: 0 }
  return (
    <section className="overview-table" {...reached}>
      <table>
        <thead>
          <tr>
            <th scope="col">{head}</th>
            <th scope="col">{t('pages.rank')}</th>
            <th scope="col">
              {word.name}
              {word.unit && ` (${unitOf(word.unit)})`}
            </th>
            <th scope="col">{t('pages.target')}</th>
            <th scope="col">{t('pages.verdict')}</th>
            <th scope="col">{t('pages.before')}</th>
          </tr>
        </thead>
        <tbody>
          {ordered.map((row) => (
            <tr key={row.key}>
              <th scope="row">{row.label}</th>
              <td>{row.rank ?? '–'}</td>
              <td>{number(row.value)}</td>
              <td>{number(row.target)}</td>
              <td>
                {row.verdict ? (
                  <StateBadge tone={verdictTones[row.verdict]}>{t(`verdicts.${row.verdict}`)}</StateBadge>
                ) : (
                  t('pages.noTarget')
                )}
              </td>
              <td className="overview-tile-change">
                <Change of={row.figure} word="" percent={row.changePercent} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
