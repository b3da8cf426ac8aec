import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

function Loading({ shape, children }: { shape: string; children: ReactNode }) {
  const { t } = useTranslation('client')
  return (
    <div className={`ui-skeleton is-${shape}`} aria-busy="true">
      <output className="ui-hidden">{t('ui.loading')}</output>
      {children}
    </div>
  )
}

const times = (count: number) => Array.from({ length: count }, (_, index) => index)

/** Loading placeholder of a card list. */
export function SkeletonList({ rows = 6 }: { rows?: number }) {
  return (
    <Loading shape="list">
      {times(rows).map((row) => (
        <div key={row} className="ui-card">
          <i style={{ width: '45%' }} />
          <i style={{ width: '70%' }} />
          <i style={{ width: '30%' }} />
        </div>
      ))}
    </Loading>
  )
}

/** Loading placeholder of a table. */
export function SkeletonTable({ rows = 8, columns = 5 }: { rows?: number; columns?: number }) {
  return (
    <Loading shape="table">
      {times(rows).map((row) => (
        <div key={row}>
          {times(columns).map((column) => (
            <i key={column} />
          ))}
        </div>
      ))}
    </Loading>
  )
}

/** Loading placeholder of a record's labels and values. */
export function SkeletonDetail({ fields = 6 }: { fields?: number }) {
  return (
    <Loading shape="detail">
      <i style={{ width: '50%', height: 28 }} />
      {times(fields).map((field) => (
        <div key={field}>
          <i style={{ width: '30%' }} />
          <i style={{ width: '60%' }} />
        </div>
      ))}
    </Loading>
  )
}

const BARS = [55, 80, 40, 95, 65, 75, 50]

/** Loading placeholder of a chart; `height` in px. */
export function SkeletonChart({ height = 280 }: { height?: number }) {
  return (
    <Loading shape="chart">
      <div style={{ height }}>
        {BARS.map((bar) => (
          <i key={bar} style={{ height: `${bar}%` }} />
        ))}
      </div>
    </Loading>
  )
}
