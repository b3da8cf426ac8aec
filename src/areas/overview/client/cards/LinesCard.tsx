import { QueryBoundary } from '@/client/resource/QueryBoundary'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { LineStateList } from '../parts/LineStateList'
import { lineStatesByUrgency } from '../tones'
import type { DashboardCardProps } from './catalogue'
import { useGlance } from './use-glance'

/** State of every line with its last 24 hours; stopped lines first. */
export default function LinesCard({ size, isWallScreen }: DashboardCardProps) {
  const query = useGlance()
  return (
    <QueryBoundary query={query} skeleton={<SkeletonDetail fields={3} />}>
      {(glance) => {
        const lines = glance.lines.toSorted(
          (a, b) => lineStatesByUrgency.indexOf(a.state) - lineStatesByUrgency.indexOf(b.state),
        )
        return <LineStateList lines={lines} isCompact={size !== 'large'} isWallScreen={isWallScreen} />
      }}
    </QueryBoundary>
  )
}
