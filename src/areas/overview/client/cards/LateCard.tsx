import { QueryBoundary } from '@/client/resource/NotLoadedView'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { LateList } from '../parts/LateList'
import type { CardProps } from './catalogue'
import { useGlance } from './use-glance'

/** Orders and tasks that are late today. */
export default function LateCard({ size, still }: CardProps) {
  const found = useGlance()
  if (!found.data) return <QueryBoundary of={found} shape={<SkeletonDetail fields={3} />} />
  return <LateList of={found.data} most={size === 'small' ? 0 : 4} still={still} />
}
