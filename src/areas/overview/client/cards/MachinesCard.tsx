import { useTranslation } from 'react-i18next'
import { useEndpoint } from '@/client/api/use-list'
import { QueryBoundary } from '@/client/resource/QueryBoundary'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { machineSituation } from '../../contract/glance-endpoints'
import { MachineCountList, OpenRepairList } from '../parts/MachineLists'
import type { DashboardCardProps } from './catalogue'

/** Machine counts, open repairs and preventive maintenance that is due. */
export default function MachinesCard({ size }: DashboardCardProps) {
  const { t } = useTranslation('overview')
  const query = useEndpoint(
    machineSituation,
    {},
    { resources: ['equipment', 'repair', 'pmPlan'], refreshIntervalMs: 300_000 },
  )
  return (
    <QueryBoundary query={query} skeleton={<SkeletonDetail fields={2} />}>
      {(situation) => (
        <>
          <MachineCountList situation={situation} />
          {size !== 'small' && (
            <OpenRepairList situation={situation} maxRows={size === 'large' ? 10 : 3} title={t('machines.repairs')} />
          )}
        </>
      )}
    </QueryBoundary>
  )
}
