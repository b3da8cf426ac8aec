import { useEndpoint } from '@/client/api/use-list'
import { QueryBoundary } from '@/client/resource/QueryBoundary'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { lineParametersNow } from '../../contract/line-endpoints'
import { LIVE_QUERY_OPTIONS } from '../parts/LiveValueText'
import { LineParameterTable } from '../parts/LineParameterTable'
import type { DashboardCardProps } from './catalogue'

/** Current parameters of a line next to the standard of its order. */
export default function ParametersCard({ size, lineId }: DashboardCardProps) {
  const query = useEndpoint(lineParametersNow, lineId ? { lineId } : {}, LIVE_QUERY_OPTIONS)
  return (
    <QueryBoundary query={query} skeleton={<SkeletonDetail fields={3} />}>
      {([line]) => line && <LineParameterTable line={line} maxRows={size === 'large' ? 14 : 5} />}
    </QueryBoundary>
  )
}
