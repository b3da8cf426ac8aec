import { QueryBoundary } from '@/client/resource/QueryBoundary'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { LateList } from '../parts/LateList'
import type { DashboardCardProps } from './catalogue'
import { useGlance } from './use-glance'

/** Orders and tasks that are late today. */
export default function LateWorkCard({ size, isWallScreen }: DashboardCardProps) {
  const query = useGlance()
  return (
    <QueryBoundary query={query} skeleton={<SkeletonDetail fields={3} />}>
      {(glance) => <LateList glance={glance} maxOrders={size === 'small' ? 0 : 4} isWallScreen={isWallScreen} />}
    </QueryBoundary>
  )
}
