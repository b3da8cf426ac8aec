import { useEndpoint } from '@/client/api/use-list'
import { equipmentSummary } from '../../contract/machine-calls'

/** What the figures are made of: a change of any of these asks for them again. */
const sources = ['equipment', 'repair', 'inspectionRound', 'pmPlan', 'lineStop', 'useRecord'] as const
/** The summary of a machine; all cards of its page share one answer. */
export const useSummary = (equipmentId: string) =>
  useEndpoint(equipmentSummary, { id: equipmentId }, { resources: sources })
