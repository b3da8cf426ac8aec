import { useEndpoint } from '@/client/api/use-list'
import { QueryBoundary } from '@/client/resource/QueryBoundary'
import { SkeletonDetail } from '@/client/ui/Skeleton'
import { machineSituation, type MachineSituation } from '../../contract/glance-endpoints'
import { RepairAgeBars } from '../parts/MachineLists'
import { MachineMap, MachineStateBars } from '../parts/MachineMap'
import type { DashboardCardProps } from './catalogue'

/** Creates a card of the machine situation: the map of all machines, or the open repairs by age. */
export function createMachineCard(content: 'map' | 'ages') {
  return function MachineCard({ size, isWallScreen }: DashboardCardProps) {
    const query = useEndpoint(
      machineSituation,
      {},
      { resources: ['equipment', 'repair', 'pmPlan'], refreshIntervalMs: 300_000 },
    )
    const renderMap = (situation: MachineSituation) =>
      size === 'small' ? (
        <MachineStateBars situation={situation} />
      ) : (
        <MachineMap situation={situation} isFaultyOnly isWallScreen={isWallScreen} />
      )
    return (
      <QueryBoundary query={query} skeleton={<SkeletonDetail fields={2} />}>
        {(situation) => (content === 'ages' ? <RepairAgeBars situation={situation} /> : renderMap(situation))}
      </QueryBoundary>
    )
  }
}
