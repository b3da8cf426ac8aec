import { useTranslation } from 'react-i18next'
import { QueryBoundary } from '@/client/resource/QueryBoundary'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { LineTile } from '../parts/LineTile'
import type { DashboardCardProps } from './catalogue'
import { useGlance } from './use-glance'

/** State of every line; standing lines first. */
export default function LinesCard({ isWallScreen }: DashboardCardProps) {
  const { t } = useTranslation('overview')
  const query = useGlance()
  return (
    <QueryBoundary query={query} skeleton={<SkeletonDetail fields={3} />}>
      {(glance) => {
        const stateRank = { standing: 0, running: 1, noOrder: 2 }
        const lines = [...glance.lines].sort((a, b) => stateRank[a.state] - stateRank[b.state])
        if (lines.length === 0) return <p className="quiet">{t('glance.noLines')}</p>
        return (
          <ul className="overview-lines">
            {lines.map((line) => (
              <LineTile key={line.lineId} line={line} isWallScreen={isWallScreen} />
            ))}
          </ul>
        )
      }}
    </QueryBoundary>
  )
}
