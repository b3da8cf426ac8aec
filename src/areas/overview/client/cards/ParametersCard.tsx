import { useEndpoint } from '@/client/api/use-list'
import { QueryBoundary } from '@/client/resource/QueryBoundary'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { lineParametersNow } from '../../contract/line-endpoints'
import { LIVE_QUERY_OPTIONS } from '../parts/LiveValueText'
import { LineParameterList } from '../parts/LiveValueList'
import { ROWS_BY_SIZE, type DashboardCardProps } from './catalogue'

/** Current parameters of a line within the limits of the standard of its order. */
export default function ParametersCard({ size, lineId }: DashboardCardProps) {
  const query = useEndpoint(lineParametersNow, lineId ? { lineId } : {}, LIVE_QUERY_OPTIONS)
  return (
    <QueryBoundary query={query} skeleton={<SkeletonDetail fields={3} />}>
      {([line]) => line && <LineParameterList line={line} maxRows={ROWS_BY_SIZE[size]} />}
    </QueryBoundary>
  )
}
