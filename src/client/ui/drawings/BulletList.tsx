import './drawings.css'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Tone } from '@/contract/state-machine'
import { formatNumber, getDecimalsNextToLimits } from '../../format/number'
import { useLanguage } from '../../format/use-language'
import { Quantity } from '../Quantity'
import { BulletBar } from './BulletBar'
import { calculateBulletScale } from './scale'

export interface BulletRow {
  readonly key: string
  readonly label: ReactNode
  /** The label as text, for screen readers. */
  readonly name: string
  readonly value: number | null
  /** Amount that is due by now; equal to the target once the period is over. */
  readonly due: number | null
  readonly target: number | null
  readonly tone: Tone
  readonly isUnfinished: boolean
  /** Verdict in words. */
  readonly badge?: ReactNode
  /** Further values under the bar. */
  readonly note?: ReactNode
  /** Content below the row, such as input fields. */
  readonly children?: ReactNode
}
/** Compares the values of rows with their due amounts and targets, as bars on one scale. Numbers show all digits. */
export function BulletList({
  label,
  unit,
  decimals,
  rows,
}: {
  label: string
  unit: string
  decimals: number
  rows: readonly BulletRow[]
}) {
  const { t } = useTranslation('client')
  const language = useLanguage()
  const max = calculateBulletScale(rows)
  return (
    <ul className="ui-bullets" aria-label={label}>
      {rows.map((row) => {
        const isPartlyDue = row.due !== null && row.due !== row.target
        // A value just below its target does not read as the target.
        const compared = isPartlyDue ? row.due : row.target
        const rowDecimals = getDecimalsNextToLimits(row.value, { low: compared, high: compared }, decimals)
        const format = (value: number | null) => formatNumber(value, { language, decimals: rowDecimals, unit })
        return (
          <li key={row.key}>
            <span>{row.label}</span>
            <span>
              <BulletBar
                label={row.name}
                unit={unit}
                decimals={rowDecimals}
                value={row.value}
                due={row.due}
                target={row.target}
                tone={row.tone}
                isUnfinished={row.isUnfinished}
                max={max}
              />
              <small className="quiet">
                {isPartlyDue && <span>{t('ui.drawings.due', { value: format(row.due) })}</span>}
                {row.target !== null && <span>{t('ui.drawings.target', { value: format(row.target) })}</span>}
                {row.note}
              </small>
            </span>
            <b>
              <Quantity value={row.value} unit={unit} decimals={rowDecimals} showsAllDigits />
            </b>
            {row.badge && <span>{row.badge}</span>}
            {row.children}
          </li>
        )
      })}
    </ul>
  )
}
