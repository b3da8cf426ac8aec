import { useEndpoint } from '@/client/api/use-list'
import { equipmentSummary } from '../../contract/machine-calls'

/** Resources behind the metrics; a change of any of them reloads the summary. */
const sources = ['equipment', 'repair', 'inspectionRound', 'pmPlan', 'lineStop', 'useRecord'] as const
/** Loads the summary of a machine; all cards of its page share one request. */
export const useSummary = (equipmentId: string) =>
  useEndpoint(equipmentSummary, { id: equipmentId }, { resources: sources })
