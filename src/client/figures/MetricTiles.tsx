import './figures.css'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Quantity } from '../ui/Quantity'

export interface MetricTile {
  readonly label: string
  readonly value: number | null
  readonly unit: string
  readonly decimals?: number
  readonly note?: ReactNode
  /** Never abbreviated, because it is compared with the same metric on another page. */
  readonly showsAllDigits?: boolean
}
/** Large metrics at the top of a page. */
export function MetricTiles({ tiles }: { tiles: readonly MetricTile[] }) {
  const { t } = useTranslation('client')
  return (
    <dl className="figure-tiles" aria-label={t('ui.figures')}>
      {tiles.map(({ label, value, unit, decimals = 0, note, showsAllDigits = false }) => (
        <div key={label} className="ui-card">
          <dt>{label}</dt>
          <dd>
            <Quantity
              value={value}
              unit={unit}
              decimals={decimals}
              size="large"
              showsAllDigits={showsAllDigits}
              hasFixedDecimals={showsAllDigits}
            />
          </dd>
          {note && <dd className="quiet">{note}</dd>}
        </div>
      ))}
    </dl>
  )
}
