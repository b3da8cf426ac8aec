import { useEndpoint } from '@/client/api/use-list'
import { equipmentSummary } from '../../contract/machine-endpoints'

/** Resources that the summary is calculated from. A change of any of them reloads the summary. */
const SOURCE_RESOURCES = ['equipment', 'repair', 'inspectionRound', 'pmPlan', 'lineStop', 'useRecord'] as const
/** Loads the summary of a machine; all cards of its page share one request. */
export const useMachineSummary = (equipmentId: string) =>
  useEndpoint(equipmentSummary, { id: equipmentId }, { resources: SOURCE_RESOURCES })
