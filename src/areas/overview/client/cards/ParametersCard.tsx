import { useEndpoint } from '@/client/api/use-list'
import { QueryBoundary } from '@/client/resource/NotLoadedView'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { parametersNow } from '../../contract/line-calls'
import { LIVE } from '../parts/live'
import { ParameterTable } from '../parts/ParameterTable'
import type { CardProps } from './catalogue'

/** Current parameters of a line next to the standard of its order. */
export default function ParametersCard({ size, lineId }: CardProps) {
  const found = useEndpoint(parametersNow, lineId ? { lineId } : {}, LIVE)
  if (!found.data) return <QueryBoundary of={found} shape={<SkeletonDetail fields={3} />} />
  const [line] = found.data
  return line ? <ParameterTable of={line} most={size === 'large' ? 14 : 5} /> : null
}
