import { useTranslation } from 'react-i18next'
import { useEndpoint } from '@/client/api/use-list'
import { QueryBoundary } from '@/client/resource/NotLoadedView'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { machineSituation } from '../../contract/glance-calls'
import { MachineCounts } from '../parts/MachineCounts'
import { RepairRows } from '../parts/RepairRows'
import type { CardProps } from './catalogue'

/** Machine counts, open repairs and preventive maintenance that is due. */
export default function MachinesCard({ size }: CardProps) {
  const { t } = useTranslation('overview')
  const found = useEndpoint(
    machineSituation,
    {},
    { resources: ['equipment', 'repair', 'pmPlan'], refreshEvery: 300_000 },
  )
  if (!found.data) return <QueryBoundary of={found} shape={<SkeletonDetail fields={2} />} />
  return (
    <>
      <MachineCounts of={found.data} />
      {size !== 'small' && (
        <RepairRows of={found.data} most={size === 'large' ? 10 : 3} title={t('machines.repairs')} />
      )}
    </>
  )
}
