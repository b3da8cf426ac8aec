import '../antd'
import AdmSkeleton from 'antd-mobile/es/components/skeleton'
import { type ReactNode, Suspense, type CSSProperties } from 'react'
import { useTranslation } from 'react-i18next'

function SkeletonFrame({ shape, children }: { shape: string; children: ReactNode }) {
  const { t } = useTranslation('client')
  return (
    <div className={`ui-skeleton is-${shape}`} aria-busy="true">
      <output className="ui-hidden">{t('ui.loading')}</output>
      {children}
    </div>
  )
}

/** One animated bar in place of a text. Sizes are CSS lengths. */
const SkeletonBar = ({ width = '100%', height = '1rem' }: { width?: string; height?: string }) => (
  <AdmSkeleton animated style={{ '--width': width, '--height': height, '--border-radius': '4px' } as CSSProperties} />
)
const toIndexes = (count: number) => Array.from({ length: count }, (_, index) => index)

/** Loading placeholder of a card list. */
export function SkeletonList({ rows = 6 }: { rows?: number }) {
  return (
    <SkeletonFrame shape="list">
      {toIndexes(rows).map((row) => (
        <div key={row} className="ui-card">
          <SkeletonBar width="45%" />
          <SkeletonBar width="70%" />
          <SkeletonBar width="30%" />
        </div>
      ))}
    </SkeletonFrame>
  )
}

/** Loading placeholder of a table. */
export function SkeletonTable({ rows = 8, columns = 5 }: { rows?: number; columns?: number }) {
  return (
    <SkeletonFrame shape="table">
      {toIndexes(rows).map((row) => (
        <div key={row}>
          {toIndexes(columns).map((column) => (
            <SkeletonBar key={column} />
          ))}
        </div>
      ))}
    </SkeletonFrame>
  )
}

/** Loading placeholder of a record's labels and values. */
export function SkeletonDetail({ fields = 6 }: { fields?: number }) {
  return (
    <SkeletonFrame shape="detail">
      <SkeletonBar width="50%" height="28px" />
      {toIndexes(fields).map((field) => (
        <div key={field}>
          <SkeletonBar width="30%" />
          <SkeletonBar width="60%" />
        </div>
      ))}
    </SkeletonFrame>
  )
}

const BAR_HEIGHTS_PERCENT = [55, 80, 40, 95, 65, 75, 50]

/** Loading placeholder of a chart; `height` in px. */
export function SkeletonChart({ height = 280 }: { height?: number }) {
  return (
    <SkeletonFrame shape="chart">
      <div style={{ height }}>
        {BAR_HEIGHTS_PERCENT.map((heightPercent) => (
          <SkeletonBar key={heightPercent} height={`${heightPercent}%`} />
        ))}
      </div>
    </SkeletonFrame>
  )
}

/** Loading placeholder of a whole page: the fields of a record, or a list. */
export function PageSkeleton({ shape = 'detail' }: { shape?: 'detail' | 'list' }) {
  return <div className="pad">{shape === 'list' ? <SkeletonList /> : <SkeletonDetail />}</div>
}

/** Displays the skeleton, by default that of a page, while the code of its content is loading. */
export function LazyBoundary({ skeleton = <PageSkeleton />, children }: { skeleton?: ReactNode; children: ReactNode }) {
  return <Suspense fallback={skeleton}>{children}</Suspense>
}
