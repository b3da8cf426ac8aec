import { useEndpoint } from '@/client/api/use-list'
import { glanceNow } from '../../contract/glance-endpoints'

/** Loads the glance of the default shift; cards that show parts of it share one request. */
export const useGlance = () =>
  useEndpoint(glanceNow, { period: 'shift' as const }, { resources: glanceResources, refreshIntervalMs: 60_000 })

/** Resources whose changes affect the glance. */
export const glanceResources: readonly string[] = [
  'shiftFigure',
  'lineStop',
  'workOrder',
  'repair',
  'pmPlan',
  'figureTarget',
]
